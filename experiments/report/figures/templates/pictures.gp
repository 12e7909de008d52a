
# The same picture as SVG.
set terminal svg size 820,520 rounded font 'DejaVu Sans,10' background rgb 'white'
set output figure . '.svg'
replot
unset output
