set encoding utf8
set datafile separator "\t"

# All text and numbers come from the data file, and none of it is evaluated: strcol() returns a
# string, $1 a number, and strings are used only in titles and labels. A name in brackets begins a
# table; the setting `rows of NAME` is its length.
data = figure . '.dat'

# [settings]: name, value
array setting_name[64]
array setting_value[64]
stats data index '[settings]' using \
  (setting_name[int($0) + 1] = strcol(1), setting_value[int($0) + 1] = strcol(2), 0) nooutput
find(name, i) = setting_name[i] eq name ? setting_value[i] : find(name, i + 1)
setting(name) = find(name, 1)
number(name) = real(setting(name))
rows(table) = int(number('rows of ' . table))
has(engine) = strstrt(setting('engines'), engine) > 0

# [x tics], [y tics]: position
array x_tic[rows('x tics') + 1] = [0]
if (rows('x tics') > 0) {
  stats data index '[x tics]' using (x_tic[int($0) + 1] = $1, 0) nooutput
}
array y_tic[rows('y tics') + 1] = [0]
if (rows('y tics') > 0) {
  stats data index '[y tics]' using (y_tic[int($0) + 1] = $1, 0) nooutput
}

# [curves]: engine, colour; [curve 1] has the points of the first curve
array curve_engine[rows('curves') + 1] = ['']
array curve_colour[rows('curves') + 1] = [0]
if (rows('curves') > 0) {
  stats data index '[curves]' using \
    (curve_engine[int($0) + 1] = strcol(1), curve_colour[int($0) + 1] = $2, 0) nooutput
}

# [group 1], [group 2], the legend of the curves' colours: colour, symbol, text
array colour_1[rows('group 1') + 1] = [0]
array symbol_1[rows('group 1') + 1] = [0]
array text_1[rows('group 1') + 1] = ['']
if (rows('group 1') > 0) {
  stats data index '[group 1]' using \
    (i = int($0) + 1, colour_1[i] = $1, symbol_1[i] = $2, text_1[i] = strcol(3), 0) nooutput
}
array colour_2[rows('group 2') + 1] = [0]
array symbol_2[rows('group 2') + 1] = [0]
array text_2[rows('group 2') + 1] = ['']
if (rows('group 2') > 0) {
  stats data index '[group 2]' using \
    (i = int($0) + 1, colour_2[i] = $1, symbol_2[i] = $2, text_2[i] = strcol(3), 0) nooutput
}

# [crossovers]: position, engine, text
array crossover_at[rows('crossovers') + 1] = [0]
array crossover_engine[rows('crossovers') + 1] = ['']
array crossover_text[rows('crossovers') + 1] = ['']
if (rows('crossovers') > 0) {
  stats data index '[crossovers]' using \
    (i = int($0) + 1, crossover_at[i] = $1, crossover_engine[i] = strcol(2), \
     crossover_text[i] = strcol(3), 0) nooutput
}

# [intervals], which contain a crossover: from, to
array interval_from[rows('intervals') + 1] = [0]
array interval_to[rows('intervals') + 1] = [0]
if (rows('intervals') > 0) {
  stats data index '[intervals]' using \
    (interval_from[int($0) + 1] = $1, interval_to[int($0) + 1] = $2, 0) nooutput
}
