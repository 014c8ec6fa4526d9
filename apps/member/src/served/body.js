// Inlined at the end of the page. A visitor at home gets the home that the server has drawn, without what was closed in
// this tab; a member keeps the skeleton until the app has drawn theirs; another page begins empty.
;(function () {
  var root = document.getElementById('root')
  var page = document.documentElement
  if (page.dataset.first === 'page') return root.replaceChildren()
  var home = document.getElementById('home')
  if (home && !localStorage.getItem('token')) {
    home.content.querySelectorAll('[data-closes]').forEach(function (part) {
      if (sessionStorage.getItem('closed:' + part.dataset.closes)) part.remove()
    })
    root.dataset.served = ''
    root.replaceChildren(home.content)
  }
  document.head.append(document.getElementById('code').content)
  // What lies below the screen is laid out once the first picture shows.
  requestAnimationFrame(function () {
    setTimeout(function () {
      delete page.dataset.first
    })
  })
})()
