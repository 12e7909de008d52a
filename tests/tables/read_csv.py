# Usage: read_csv.py FILE: prints "name number" or "name text" for each column of a file that
# `sparlab` wrote and that is not empty, by the csv module alone. A column that should have numbers
# must have only finite numbers and empty cells.
import csv
import sys

NUMBERS = set(
    "P N density nnz time_s time_low_s time_high_s p5_s p95_s samples outliers messages bytes "
    "algbw_bytes_per_s wirebw_bytes_per_s busbw_bytes_per_s result_density best_s worst_s "
    "published_low_s published_high_s seed wall_s place time_over_best best_dense_over_time".split())

with open(sys.argv[1], newline="", encoding="utf-8") as file:
    rows = list(csv.reader(file, strict=True))
heading, records = rows[0], rows[1:]
if not records or len(set(heading)) != len(heading):
    sys.exit("no records, or a name that two columns share")
for number, record in enumerate(records, 2):
    if len(record) != len(heading):
        sys.exit(f"line {number}: {len(record)} cells for {len(heading)} columns")
for column, name in enumerate(heading):
    cells = [record[column] for record in records if record[column] != ""]
    if not cells:
        continue
    if name in NUMBERS:
        for cell in cells:
            if not float("-inf") < float(cell) < float("inf"):
                sys.exit(f"column {name}: {cell}")
    print(name, "number" if name in NUMBERS else "text")
