set encoding utf8
set datafile separator "\t"

# All text and numbers come from the data file, and none of it is evaluated: strcol() returns a
# string, $1 a number, and strings are used only in titles and labels. A name in brackets begins a
# table; the setting `rows of NAME` is its length. Places are points from the upper left corner.
data = figure . '.dat'

# [settings]: name, value
array setting_name[64]
array setting_value[64]
stats data index '[settings]' using \
  (setting_name[int($0) + 1] = strcol(1), setting_value[int($0) + 1] = strcol(2), 0) nooutput
find(name, i) = setting_name[i] eq name ? setting_value[i] : find(name, i + 1)
setting(name) = find(name, 1)
number(name) = real(setting(name))
rows(name) = int(number('rows of ' . name))

# [classes]: colour, text, lines
classes = rows('classes')
array class_colour[classes]
array class_text[classes]
array class_lines[classes]
stats data index '[classes]' using \
  (i = int($0) + 1, class_colour[i] = $1, class_text[i] = strcol(2), class_lines[i] = $3, 0) nooutput

# Many lines of a class are thin and pale, so that what is below them remains visible.
thin(i) = class_lines[i] > 1500 ? 0.4 : class_lines[i] > 300 ? 0.6 : class_lines[i] > 60 ? 0.9 : 1.4
pale(i) = class_lines[i] > 1500 ? 0xA8000000 : class_lines[i] > 300 ? 0x80000000 : 0

width = number('width')
legend = number('height') + 4
height = legend + 22 * classes + 34
shift = (width - number('picture width')) / 2

do for [format in 'png svg pdf'] {
  if (format eq 'png') {
    set terminal pngcairo size 2 * width,2 * height font 'DejaVu Sans,10' fontscale 2 linewidth 2 pointscale 2 rounded
  }
  if (format eq 'svg') {
    set terminal svg size width,height rounded font 'DejaVu Sans,10' background rgb 'white'
  }
  if (format eq 'pdf') {
    set terminal pdfcairo size width / 72.0,height / 72.0 font 'DejaVu Sans,10' rounded
  }
  set output figure . '.' . format
  set lmargin at screen 0
  set rmargin at screen 1
  set tmargin at screen 1
  set bmargin at screen 0
  set xrange [0:width]
  set yrange [height:0]
  unset border
  unset tics
  unset key
  set label 1 '{/:Bold*1.3 ' . setting('title') . '}' at 20,22
  set label 2 setting('subtitle') at 20,42 font ',9'
  set label 3 setting('facts') at 20,60 font ',9' textcolor rgb '#555555'
  set label 4 setting('note') at 20,height - 12 font ',8' textcolor rgb '#555555'
  do for [i=1:classes] {
    set label 10 + i class_text[i] at 68,legend + 22 * i font ',9'
    set arrow 10 + i from 28,legend + 22 * i to 58,legend + 22 * i nohead lw 3 lc rgb class_colour[i]
  }
  set label 30 'hosts' at width - 250,legend + 22 font ',9' offset character 1.4,0 point pt 7 ps 0.5 lc rgb '#333333'
  set label 31 'switches' at width - 180,legend + 22 font ',9' offset character 1.4,0 point pt 5 ps 0.9 lc rgb '#333333'
  if (rows('groups') > 0) {
    set label 32 'groups' at width - 90,legend + 22 font ',9' offset character 1.6,0 point pt 6 ps 1.6 lc rgb '#333333'
  }
  plot -1 notitle, \
    for [k=1:classes] i = classes + 1 - k \
      data index (class_lines[i] > 0 ? sprintf('[lines %d]', i) : '[settings]') \
      using (class_lines[i] > 0 ? $1 + shift : NaN):2:3:4 \
      with vectors nohead lw thin(i) lc rgb class_colour[i] + pale(i), \
    data index '[switches]' using ($1 + shift):2 with points pt 5 ps 0.9 lc rgb '#333333', \
    data index '[hosts]' using ($1 + shift):2 with points pt 7 ps 0.4 lc rgb '#333333', \
    data index (rows('groups') > 0 ? '[groups]' : '[hosts]') \
      using ($1 + shift):(rows('groups') > 0 ? $2 : NaN):(rows('groups') > 0 ? $3 : 0) \
      with points pt 7 ps 2.6 lc rgb variable, \
    data index (rows('groups') > 0 ? '[groups]' : '[hosts]') \
      using ($1 + shift):(rows('groups') > 0 ? $2 : NaN) with points pt 6 ps 2.6 lw 1.2 lc rgb '#333333', \
    data index (rows('groups') > 0 ? '[numbers]' : '[hosts]') \
      using ($1 + shift):(rows('groups') > 0 ? $2 : NaN):(rows('groups') > 0 ? strcol(3) : '') \
      with labels font ',8', \
    data index (rows('headings') > 0 ? '[headings]' : '[hosts]') \
      using ($1 + shift):(rows('headings') > 0 ? $2 : NaN):(rows('headings') > 0 ? strcol(3) : '') \
      with labels left font ',10'
  unset output
  unset label
  unset arrow
}
