import { confirm } from '../../ui/layer/confirm.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { cache, keyOf } from '../cache.ts'
import { go, setGate } from './navigation.ts'
import { specOf } from './paths.ts'
import { forgetLeft } from '../left.ts'
import { sessionEnding } from '../report.ts'
import { loggedIn } from '../session.ts'
import type { Stored } from '../storage.ts'
import { texts } from '../texts.ts'

/** Invites the visitor to log in (P1-5-03). */
export async function inviteToLogin() {
  if (
    await confirm({
      title: texts.pleaseLogin,
      text: texts.invitation,
      yes: '去登录',
      no: '再看看',
      icon: 'user',
    })
  )
    go('/login')
}

/**
 * Some pages are not opened for everybody: visitors are invited to log in, and a closed red packet
 * says so.
 */
export const installGate = () =>
  setGate(path => {
    // The dialog of an ended session is answered before anything else opens.
    if (sessionEnding()) return false
    // A visitor who goes elsewhere has given up the page of the session that ended.
    if (!loggedIn() && path !== '/login' && path !== '/recover') forgetLeft()
    if (specOf(path).invites && !loggedIn()) {
      void inviteToLogin()
      return false
    }
    const app = cache.getQueryData<Stored['appInfo']>(keyOf('POST /api/app'))
    if (path === '/hongbao' && app?.redpacket_switch === 0) {
      toast(texts.redPacketClosed, 'danger')
      return false
    }
    return true
  })
