
set encoding utf8
set datafile separator "\t"

# All text and numbers come from the data file, and none of it is evaluated.
data = figure . '.dat'

# [settings]: name, value
array setting_name[64]
array setting_value[64]
stats data index '[settings]' using \
  (setting_name[int($0) + 1] = strcol(1), setting_value[int($0) + 1] = strcol(2), 0) nooutput
find(name, i) = setting_name[i] eq name ? setting_value[i] : find(name, i + 1)
setting(name) = find(name, 1)
number(name) = real(setting(name))

# [panels]: title, errors; [algorithms]: colour, symbol, text; [panel 1] has the points of the first
# panel: measured, predicted, colour, symbol, low and high end of the measurements
panels = int(number('rows of panels'))
array panel_title[panels]
array panel_errors[panels]
stats data index '[panels]' using \
  (i = int($0) + 1, panel_title[i] = strcol(1), panel_errors[i] = strcol(2), 0) nooutput
algorithms = int(number('rows of algorithms'))
array algorithm_colour[algorithms]
array algorithm_symbol[algorithms]
array algorithm_text[algorithms]
stats data index '[algorithms]' using \
  (i = int($0) + 1, algorithm_colour[i] = $1, algorithm_symbol[i] = $2, \
   algorithm_text[i] = strcol(3), 0) nooutput

# The panels and the legend are equal squares, in rows of up to three.
cells = panels + 1
across = cells < 3 ? cells : cells == 4 ? 2 : 3
down = int(ceil(real(cells) / across))
side = 400.0
top = 62.0
bottom = 30.0
width = side * across
height = side * down + top + bottom
# The ends of the plot in a cell, as shares of the page.
place(i) = (i - 1) % across
row(i) = int((i - 1) / across)
left_end(i) = (side * place(i) + 80) / width
right_end(i) = (side * (place(i) + 1) - 14) / width
top_end(i) = (height - top - side * row(i) - 32) / height
bottom_end(i) = (height - top - side * (row(i) + 1) + 62) / height

least = number('least')
greatest = number('greatest')
grey = '#999999'

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
  set multiplot
  set label 1 '{/*1.2 ' . setting('title') . '}' at screen 0.5,screen (1 - 20 / height) center
  set label 2 setting('subtitle') at screen 0.5,screen (1 - 42 / height) center
  set label 3 setting('note') at screen 8 / width,screen 12 / height font ',7.5' textcolor rgb '#555555'
  set logscale xy
  set xrange [least:greatest]
  set yrange [least:greatest]
  set format xy '%.0s %cs'
  set border lw 0.8
  set tics scale 0.7
  set grid xtics ytics lw 0.6 lc rgb '#E4E4E4' lt 1
  unset key
  do for [p=1:panels] {
    set lmargin at screen left_end(p)
    set rmargin at screen right_end(p)
    set tmargin at screen top_end(p)
    set bmargin at screen bottom_end(p)
    set title panel_title[p] offset 0,-0.6
    set label 4 panel_errors[p] at graph 0.04,graph 0.94 font ',9'
    set xlabel setting('x label') offset 0,0.3
    set ylabel 'predicted time' offset 1,0
    plot \
      '+' using 1:($1 / 1.1):($1 * 1.1) with filledcurves fillcolor rgb '#CCCCCC' fillstyle solid noborder, \
      2 * x with lines dt (6,5) lw 1 lc rgb grey, x / 2 with lines dt (6,5) lw 1 lc rgb grey, \
      x with lines lw 0.8 lc rgb '#777777', \
      data index sprintf('[panel %d]', p) using 5:2:($6 - $5):(0):3 \
        with vectors nohead lw 1 lc rgb variable, \
      data index sprintf('[panel %d]', p) using 1:2:4:3 \
        with points lw 1 ps 0.65 pt variable lc rgb variable
    # Once for the whole page.
    unset label
  }
  # The legend, in the last cell.
  p = cells
  set lmargin at screen left_end(p)
  set rmargin at screen right_end(p)
  set tmargin at screen top_end(p)
  set bmargin at screen bottom_end(p)
  unset title
  unset xlabel
  unset ylabel
  unset tics
  unset grid
  unset border
  unset logscale
  set xrange [0:1]
  set yrange [0:1]
  # One column: a second one would leave the page. Many entries get a smaller font.
  entries = algorithms + 5
  shrink = entries > 16 ? sqrt(16.0 / entries) : 1
  legend_font = sprintf(',%.1f', 9 * shrink)
  set key at screen left_end(p),screen top_end(p) left top Left reverse samplen 2.5 \
    spacing 1.25 * shrink font legend_font maxrows entries
  plot -1 notitle, \
    for [i=1:algorithms] keyentry with points lw 1 ps 0.65 pt algorithm_symbol[i] \
      lc rgb algorithm_colour[i] title algorithm_text[i], \
    keyentry with lines lc rgb '#FFFFFFFF' title ' ', \
    keyentry with lines lw 0.8 lc rgb '#777777' title 'prediction = measurement', \
    keyentry with boxes fillcolor rgb '#CCCCCC' fillstyle solid noborder title 'within 10 %', \
    keyentry with lines dt (6,5) lw 1 lc rgb grey title 'within a factor of 2', \
    keyentry with lines lw 1 lc rgb 'black' title setting('interval')
  unset multiplot
  unset output
  set tics
  set border
}
