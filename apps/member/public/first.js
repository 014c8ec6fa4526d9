// Runs before the first paint: the theme that was chosen on this device.
;(function () {
  var theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
})()
