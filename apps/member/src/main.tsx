import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/base.css'
import { cache, openCache } from './app/cache.ts'
import { installGate } from './app/routes/gate.ts'
import { watchInstall } from './app/install.ts'
import { watchNavigation } from './app/routes/navigation.ts'
import { watchReach } from './app/reach.ts'
import { watchRelease } from './app/release.ts'
import { followTabs } from './app/account.ts'
import { keepBaseUrl, loggedIn } from './app/session.ts'
import { Shell } from './app/shell/Shell.tsx'
import { applyTheme } from './app/theme.ts'
import { moveToListedAddress } from './app/visit.ts'

applyTheme()
watchNavigation()
followTabs()
keepBaseUrl()
watchReach()
watchInstall()
openCache(loggedIn())
installGate()

// The page itself holds the element.
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={cache}>
    <Shell />
  </QueryClientProvider>,
)

// Not before the page stands: it is no part of what the visitor came for.
setTimeout(() => {
  void moveToListedAddress()
  watchRelease()
}, 2_000)
