# Stationmaster in a small image: the program as one package, run by a user who owns nothing but the tables.
#   docker build -t stationmaster . && docker run -p 8000:8000 -v stationmaster:/data stationmaster
FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.lock ./
RUN python -m venv /opt/stationmaster \
 && /opt/stationmaster/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
RUN /opt/stationmaster/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin stationmaster \
 && install -d -o stationmaster -g stationmaster -m 700 /data
COPY --from=build /opt/stationmaster /opt/stationmaster
USER stationmaster
# What is kept lies in ./instance of this folder.
WORKDIR /data
VOLUME /data
ENV PATH=/opt/stationmaster/bin:$PATH HOST=0.0.0.0 PORT=8000 STATIONMASTER_LOG=json
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/healthz\", timeout=4)"]
CMD ["stationmaster"]
