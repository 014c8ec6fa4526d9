// Inlined behind public/first.js. The first banner is the largest thing at home: it goes ahead of the app's code, which
// home starts once the page is parsed. Every other page needs the code first and no banner. Code that does not come leaves
// nothing behind but what the page says then.
;(function () {
  var page = document.documentElement
  var head = document.head
  addEventListener(
    'error',
    function (event) {
      if (event.target.localName === 'script') page.dataset.late = ''
    },
    true,
  )
  // The link alone would lose what follows the hash.
  addEventListener('click', function (event) {
    if (event.target.id !== 'again') return
    event.preventDefault()
    location.reload()
  })
  if (!/^#?\/?(\?|$)/.test(location.hash)) {
    page.dataset.first = 'page'
    return head.append(document.getElementById('code').content)
  }
  page.dataset.first = 'home'
  var banner = document.querySelector('meta[name=first-banner]')
  if (!banner) return
  var src = banner.content
  // A member may see others than visitors do: those of the last visit.
  if ('varies' in banner.dataset && localStorage.getItem('token'))
    try {
      src = JSON.parse(localStorage.getItem('bannerList'))[0].src
    } catch {
      return
    }
  var link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'image'
  link.fetchPriority = 'high'
  link.href = src
  head.append(link)
  // Behind a member's skeleton at once.
  page.style.setProperty('--first-banner', 'url(' + JSON.stringify(src) + ')')
})()
