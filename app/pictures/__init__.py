"""Pictures that several pages share: boards, little maps, the strip of players."""
