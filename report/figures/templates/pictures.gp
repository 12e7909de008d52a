
# The same picture as SVG and PDF.
set terminal svg size 900,520 rounded font 'DejaVu Sans,10' background rgb 'white'
set output figure . '.svg'
replot
set terminal pdfcairo size 22.5cm,13cm font 'DejaVu Sans,10' fontscale 0.75 linewidth 1 pointscale 0.75 rounded
set output figure . '.pdf'
replot
unset output
