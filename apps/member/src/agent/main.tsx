import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import '../ui/tokens.css'
import '../ui/base.css'
import { LoadingOverlay } from '../ui/layer/loading.tsx'
import { watchHistory } from '../ui/layer/layers.ts'
import { toast, Toasts } from '../ui/layer/toast.tsx'
import { takeTicket } from './address.ts'
import { AgentSite } from './AgentSite.tsx'
import { call } from './call.ts'
import { cache } from './data.ts'
import { begin, currentToken, watchSession } from './session.ts'

watchSession()
watchHistory()
const ticket = takeTicket()
// The page itself holds the element.
const root = createRoot(document.getElementById('root')!)
if (ticket) await enter()
root.render(
  <QueryClientProvider client={cache}>
    <AgentSite />
    <Toasts />
    <LoadingOverlay />
  </QueryClientProvider>,
)

/** Trades the ticket of the app's link for a session of the site's own. */
async function enter() {
  root.render(
    <p className="end-line" role="status">
      加载中...
    </p>,
  )
  try {
    begin((await call('POST /api/agent/login', { ticket, name: '', password: '' })).api_token)
  } catch (error) {
    // A session of before goes on when only the ticket was too old.
    if (!currentToken()) toast((error as Error).message, 'danger')
  }
}
