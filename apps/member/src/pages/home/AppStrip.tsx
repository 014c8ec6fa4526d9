import { href } from '../../app/routes/paths.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { useDismissed } from './useDismissed.ts'
import css from './home.module.css'

export function AppStrip({ title }: { title: string }) {
  const [closed, close] = useDismissed('app')
  if (closed) return null
  return (
    <section className={`card ${css.app}`} aria-label="下载" data-closes="app">
      <img src="/art/logo.webp" width={36} height={36} alt="" />
      <div>
        <p className="b">{title} APP</p>
        <p className="t-12 faint">一手掌握，随时开局</p>
      </div>
      <ButtonLink kind="tonal" size={36} href={href('/app')}>
        立即下载
      </ButtonLink>
      <IconButton icon="close" size={16} label="关闭下载提示" className={css.x} onClick={close} />
    </section>
  )
}
