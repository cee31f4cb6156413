from pathlib import Path
def grammar_dir() -> Path: return Path(__file__).parent.parent/'grammar'
