// Runs before the first paint and before any other code: the theme, the first banner and whether home is asked for at
// all. A file of its own, since the page's policy forbids inline scripts.
;(function () {
  var root = document.documentElement
  function read(text) {
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  }
  var theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (!/^#?\/?(\?|$)/.test(location.hash)) root.dataset.first = 'page'
  var boot = document.getElementById('boot')
  var banners = ((boot && read(boot.textContent)) || {}).bannerList || read(localStorage.getItem('bannerList'))
  if (banners && banners[0] && root.dataset.first !== 'page') {
    // Fetched from now on, and at once behind the skeleton; the page's own picture then comes out of the cache.
    var link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'image'
    link.fetchPriority = 'high'
    link.href = banners[0].src
    document.head.append(link)
    root.style.setProperty('--first-banner', 'url(' + JSON.stringify(banners[0].src) + ')')
  }
})()
