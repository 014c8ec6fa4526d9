import { ButtonLink } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { href } from '../routes/paths.ts'
import { closeInvite, type Invite } from './invite.ts'
import { Practice } from './Practice.tsx'
import css from './invite.module.css'

/** The game a visitor has tapped, and the two ways in; both lead on to it. */
export function InviteSheet({
  open,
  name,
  venue,
  picture,
  address,
  platname,
  code,
}: Invite & { open: boolean }) {
  return (
    <Sheet open={open} title="登录后开始游戏" onClose={closeInvite}>
      <div className={css.game}>
        {picture && <img src={picture} width={96} height={64} alt="" />}
        <p>
          <b>{name}</b>
          <span className="t-13 muted">{venue}</span>
        </p>
      </div>
      <div className={css.ways}>
        <ButtonLink block href={href('/login', { type: '0', redirect: address })}>
          登录
        </ButtonLink>
        <ButtonLink kind="tonal" block href={href('/login', { type: '1', redirect: address })}>
          注册新用户
        </ButtonLink>
      </div>
      <p className={`t-13 muted ${css.note}`}>完成后直接进入该游戏</p>
      <div className={css.try}>
        <Practice key={`${platname} ${code}`} platname={platname} code={code} />
      </div>
    </Sheet>
  )
}
