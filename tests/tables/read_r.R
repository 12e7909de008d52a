# Usage: Rscript read_r.R FILE: the same as read_csv.py, by R as it is.
table <- read.csv(commandArgs(trailingOnly = TRUE)[1], check.names = FALSE)
for (name in names(table)) {
  column <- table[[name]]
  # An empty cell of a text is "", of a number NA.
  if (all(is.na(column) | column == "")) next
  cat(name, if (is.numeric(column)) "number" else "text", "\n")
}
