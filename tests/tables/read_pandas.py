# Usage: read_pandas.py FILE: the same as read_csv.py, by pandas as it is.
import sys

import pandas

table = pandas.read_csv(sys.argv[1])
for name in table.columns:
    column = table[name]
    if column.notna().any():
        is_flag = pandas.api.types.is_bool_dtype(column)
        is_number = pandas.api.types.is_numeric_dtype(column) and not is_flag
        print(name, "number" if is_number else "text")
