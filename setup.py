"""What ``pyproject.toml`` cannot say: the templates stand beside the code here, and in the package within it."""

from setuptools import find_namespace_packages, setup

setup(
    packages=[*find_namespace_packages(include=["app*", "solver*", "maps*"]), "app.templates"],
    package_dir={"app.templates": "templates"},
)
