import { useState } from 'react'
import { go } from '../../app/routes/navigation.ts'
import { href } from '../../app/routes/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layer/Dialog.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { useNotices } from './useHome.ts'
import css from './home.module.css'

/** Letters pass at this pace: slow enough to read. */
const msPerLetter = 260

/** One line of notices that passes by; a touch opens them in full. */
export function NoticeBar() {
  const { data: notices = [] } = useNotices()
  const [open, setOpen] = useState(false)
  const line = notices.join('　　')
  return (
    <div className={css.notice}>
      <Icon name="speaker" size={20} />
      <button type="button" className={css.ticker} onClick={() => setOpen(true)}>
        <span
          key={line}
          style={{ animationDuration: `${Math.max(12_000, line.length * msPerLetter)}ms` }}
        >
          {line}
          <span aria-hidden="true">{line}</span>
        </span>
      </button>
      <a href={href('/message')}>
        更多公告
        <Icon name="go" size={16} />
      </a>
      <Dialog
        open={open && notices.length > 0}
        title="公告"
        onClose={() => setOpen(false)}
        buttons={
          <>
            <Button kind="quiet" onClick={() => setOpen(false)}>
              关闭
            </Button>
            <Button onClick={() => go('/message')}>更多公告</Button>
          </>
        }
      >
        <ul className={css.notices}>
          {notices.map(notice => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      </Dialog>
    </div>
  )
}
