// Asks for the same address again: when the network is back, every 15 s, and on demand. A refresh by
// <meta> would not, since an address with a fragment only jumps within the page.
const again = () => location.reload()
addEventListener('online', again)
setTimeout(again, 15_000)
document.getElementById('again').addEventListener('click', event => {
  event.preventDefault()
  again()
})
