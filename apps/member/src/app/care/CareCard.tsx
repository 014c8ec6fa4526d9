import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { useAction, useAnswer } from '../calls.ts'
import { href } from '../routes/paths.ts'
import css from './care.module.css'

/** A word to a member who plays more than usual; it stays closed until the next one. */
export function CareCard() {
  const { data } = useAnswer('POST /api/care/card', {}, { silent: true })
  const close = useAction('POST /api/care/card/close', {
    stale: ['POST /api/care/card'],
    quiet: true,
  })
  if (!data?.shown || close.busy) return null
  return (
    <section className={`card ${css.care}`} aria-label="理性博彩提醒">
      <Icon name="info" size={20} />
      <div>
        <p className="b">留意近期的游戏</p>
        <p className="t-13 muted">您近期的存款或游戏时间较多。可以设置限额，或暂停一段时间。</p>
        <ButtonLink kind="tonal" size={44} href={href('/protect')}>
          去设置
        </ButtonLink>
      </div>
      <IconButton icon="close" size={16} label="关闭提醒" onClick={() => close.run({})} />
    </section>
  )
}
