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
kind = setting('kind')  # times, speed-up, traffic, fill-in, regret or published

# [positions], increasing: x
array x_position[rows('positions')]
stats data index '[positions]' using (x_position[int($0) + 1] = $1, 0) nooutput
x_first = x_position[1]
x_last = x_position[rows('positions')]

# [x ticks], [y ticks]: place, text
array x_tick[rows('x ticks') + 1] = [0]
array x_tick_text[rows('x ticks') + 1] = ['']
if (rows('x ticks') > 0) {
  stats data index '[x ticks]' using \
    (i = int($0) + 1, x_tick[i] = $1, x_tick_text[i] = strcol(2), 0) nooutput
}
array y_tick[rows('y ticks') + 1] = [0]
array y_tick_text[rows('y ticks') + 1] = ['']
if (rows('y ticks') > 0) {
  stats data index '[y ticks]' using \
    (i = int($0) + 1, y_tick[i] = $1, y_tick_text[i] = strcol(2), 0) nooutput
}

# [engines]: name, pen, text
array engine_pen[rows('engines')]
array engine_text[rows('engines')]
stats data index '[engines]' using \
  (i = int($0) + 1, engine_pen[i] = strcol(2), engine_text[i] = strcol(3), 0) nooutput

# [curves]: pen, colour, symbol, shift, whether a line carries symbols; [curve 1] has the points of the first one: x, y and, for
# measurements, the ends of their intervals
array curve_pen[rows('curves')]
array curve_colour[rows('curves')]
array curve_symbol[rows('curves')]
array curve_shift[rows('curves')]
array curve_marked[rows('curves')]
stats data index '[curves]' using \
  (i = int($0) + 1, curve_pen[i] = strcol(1), curve_colour[i] = $2, curve_symbol[i] = $3, \
   curve_shift[i] = $4, curve_marked[i] = $5, 0) nooutput

# The numbers of the curves that are drawn with a pen, in a string. gnuplot evaluates the element of
# a loop once even if the loop is empty; hence the 1 beyond the end.
with_pen(pen, i) = i > rows('curves') ? '' : \
  (curve_pen[i] eq pen ? sprintf('%d ', i) : '') . with_pen(pen, i + 1)
band = with_pen('band', 1)
dashes = with_pen('dashes', 1)
dots = with_pen('dots', 1)
symbols = with_pen('symbols', 1)
nth(curves, i) = i <= words(curves) ? word(curves, i) + 0 : 1
block(curves, i) = sprintf('[curve %d]', nth(curves, i))
colour(curves, i) = curve_colour[nth(curves, i)]

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

# [crossovers]: position, interval from, to, pen, text
array crossover_at[rows('crossovers') + 1] = [0]
array crossover_from[rows('crossovers') + 1] = [0]
array crossover_to[rows('crossovers') + 1] = [0]
array crossover_pen[rows('crossovers') + 1] = ['']
array crossover_text[rows('crossovers') + 1] = ['']
if (rows('crossovers') > 0) {
  stats data index '[crossovers]' using \
    (i = int($0) + 1, crossover_at[i] = $1, crossover_from[i] = $2, crossover_to[i] = $3, \
     crossover_pen[i] = strcol(4), crossover_text[i] = strcol(5), 0) nooutput
}


# [published ranges]: from, to, text
array range_from[rows('published ranges') + 1] = [0]
array range_to[rows('published ranges') + 1] = [0]
array range_text[rows('published ranges') + 1] = ['']
if (rows('published ranges') > 0) {
  stats data index '[published ranges]' using \
    (i = int($0) + 1, range_from[i] = $1, range_to[i] = $2, range_text[i] = strcol(3), 0) nooutput
}

# [successions], where the winner changes, or of what a paper says something: x, y, number, two lines
# of text; [spans], between the curves that are compared there: x, y, y distance
array succession_text[rows('successions') + 1] = ['']
array succession_place[rows('successions') + 1] = ['']
if (rows('successions') > 0) {
  stats data index '[successions]' using \
    (i = int($0) + 1, succession_text[i] = strcol(4), succession_place[i] = strcol(5), 0) nooutput
}
