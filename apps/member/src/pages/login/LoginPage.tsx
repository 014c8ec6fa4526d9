import { useEffect, useState } from 'react'
import { useTitle } from '../../app/account.ts'
import { useAnswer } from '../../app/calls.ts'
import { back } from '../../app/routes/navigation.ts'
import { href } from '../../app/routes/paths.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { ServiceLink } from '../../app/shell/BackBar.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { noteLink } from './firstLink.ts'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import css from './login.module.css'

/**
 * Log-in and registration. The query decides which; changing it opens the page anew, with empty
 * forms.
 */
export default function LoginPage() {
  const { type, pid, redirect } = useQueryOf('/login')
  const title = useTitle()
  const [registering] = useState(type === '1')
  useEffect(() => noteLink(pid), [pid])
  const other = href('/login', { type: registering ? '0' : '1', pid, redirect })
  return (
    <>
      <header className={registering ? `${css.top} ${css.low}` : css.top}>
        <div className="bar">
          <IconButton icon="back" size={24} label="返回" onClick={back} />
          {registering && (
            <p className={css.small}>
              <img src="/art/logo-mark-white.svg" width={28} height={28} alt="" />
              {title}
            </p>
          )}
          {registering && (
            <div className="end">
              <ServiceLink label="在线客服" />
            </div>
          )}
        </div>
        {!registering && (
          <div className={css.brand}>
            <img src="/art/logo-mark-white.svg" width={72} height={72} alt="" />
            <b>{title}</b>
            <span>稳得住，才走得远</span>
          </div>
        )}
      </header>
      <main className={css.main}>
        {registering ? (
          <RegisterForm pid={pid} redirect={redirect} other={other} />
        ) : (
          <LoginForm redirect={redirect} other={other} />
        )}
        <p className={css.plain}>
          <a href={href('/')}>先去逛逛</a>
          {!registering && <Forgotten />}
          {!registering && <ServiceLink label="在线客服" />}
        </p>
        <p className={css.legal}>18+&ensp;理性娱乐，量力而行</p>
      </main>
    </>
  )
}

/** Only where the site can send a code. */
function Forgotten() {
  const { data: channels = [] } = useAnswer('POST /api/recover/channels', {}, { silent: true })
  return channels.length > 0 && <a href={href('/recover')}>忘记密码</a>
}
