"""What `<!-- made: NAME -->` stands for in pages: functions that return Markdown."""

from collections.abc import Callable

import api
import commands
import formats
import games_described
import licences
import options
import package_map
import solved_games
import verdicts
import words_of_queries

MAKERS: dict[str, Callable[..., str]] = {
    "api": api.module,
    "all_names": api.all_names,
    "command": commands.command,
    "all_commands": commands.all_commands,
    "whole_options": commands.whole_options,
    "head_keys": formats.head_keys,
    "claim_keys": formats.claim_keys,
    "kinds": formats.kinds,
    "findings_formats": formats.findings_formats,
    "bundled_libraries": licences.bundled_libraries,
    "table_formats": formats.table_formats,
    "game": games_described.game,
    "all_games": games_described.all_games,
    "options": options.all_options,
    "verdicts": verdicts.all_verdicts,
    "words": words_of_queries.words,
    "all_words": words_of_queries.all_words,
    "strategies": words_of_queries.strategies,
    "packages_drawing": package_map.packages_drawing,
    "packages_table": package_map.packages_table,
    "catalogue": solved_games.catalogue,
    "recorded_values": solved_games.recorded_values,
}
