import { IconButton } from '../../ui/Button.tsx'
import { useNewRelease } from '../release.ts'
import css from './shell.module.css'

/** Says that a newer app is there; it starts when the member wants it to, and never by itself. */
export function NewRelease() {
  const [there, hide] = useNewRelease()
  if (!there) return null
  return (
    <div className={css.release} role="status">
      <span>新版本已就绪</span>
      <button type="button" onClick={() => location.reload()}>
        立即更新
      </button>
      <IconButton icon="close" size={16} label="稍后" onClick={hide} />
    </div>
  )
}
