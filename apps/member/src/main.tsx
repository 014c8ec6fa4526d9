import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/base.css'
import { traceCalls } from './app/api.ts'
import { cache, fillCache, keepCache } from './app/cache.ts'
import { installGate } from './app/routes/gate.ts'
import { watchInstall } from './app/install.ts'
import { currentAddress, watchNavigation } from './app/routes/navigation.ts'
import { pages } from './app/routes/pages.ts'
import { split } from './app/routes/resolve.ts'
import { watchReach } from './app/reach.ts'
import { watchRelease } from './app/release.ts'
import { followTabs } from './app/account.ts'
import { keepBaseUrl, loggedIn } from './app/session.ts'
import { Shell } from './app/shell/Shell.tsx'
import { readBoot } from './app/storage.ts'
import { applyTheme } from './app/theme.ts'
import { countVisit, moveToListedAddress } from './app/visit.ts'

applyTheme()
watchNavigation()
followTabs()
keepBaseUrl()
watchReach()
watchInstall()
installGate()

function open() {
  const boot = readBoot()
  if (boot.traces) traceCalls()
  fillCache(boot, loggedIn())
  keepCache()
  const app = (
    <QueryClientProvider client={cache}>
      <Shell pages={pages} />
    </QueryClientProvider>
  )
  // The page itself holds the element.
  const root = document.getElementById('root')!
  // A visitor who is still at home takes over what the server has drawn; else it is drawn anew.
  const taken =
    root.dataset.served !== undefined && !loggedIn() && split(currentAddress()).path === '/'
  if (taken) hydrateRoot(root, app)
  else createRoot(root).render(app)
}
// Code that a browser has kept may be here before the page has been read: its data, and the element
// that its last script empties.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', open)
else open()

// Not before the page stands: it is no part of what the visitor came for.
setTimeout(() => {
  void moveToListedAddress()
  watchRelease()
  countVisit()
}, 2_000)
