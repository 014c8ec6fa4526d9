import { Alert, Button } from 'antd'
import { Copy } from '../../ui/values/Copy.tsx'
import { Dialog } from '../shared/Dialog.tsx'
import css from './staff.module.css'

/** Shown once, to be handed over. */
export function OneTimePassword({
  name,
  password,
  waits,
  onClose,
}: {
  name: string
  password: string
  waits: boolean
  onClose: () => void
}) {
  return (
    <Dialog title="一次性密码" width={460} onClose={onClose}>
      <div className={css.form}>
        {password === '' ? (
          <Alert type="info" showIcon title="该操作先前已完成，密码不再显示" />
        ) : (
          <>
            <p>
              请把账号 <b>{name}</b> 的一次性密码当面或用安全方式交给本人。首次登录须修改，3
              天内有效，关闭后不再显示。
            </p>
            <p className={css.password}>
              <Copy text={password} />
            </p>
          </>
        )}
        {waits && <Alert type="warning" showIcon title="另一位管理员批准后方可使用" />}
        <div className={css.buttons}>
          <Button type="primary" onClick={onClose}>
            已交付
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
