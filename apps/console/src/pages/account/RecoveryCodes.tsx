import { Alert, Button } from 'antd'
import { Copy } from '../../ui/values/Copy.tsx'
import css from './account.module.css'

/** Shown once, when they were made. */
export function RecoveryCodes({ codes, onRead }: { codes: string[]; onRead: () => void }) {
  return (
    <section aria-label="恢复码" className={css.recovery}>
      <Alert
        type="warning"
        showIcon
        title="请立即保存这些恢复码"
        description="每个只能使用一次，离开此页后不再显示。保存在密码管理器或纸上，不要与手机放在一起。"
      />
      <ul>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Copy text={codes.join('\n')}>复制全部</Copy>
        <Button type="primary" onClick={onRead}>
          已保存
        </Button>
      </div>
    </section>
  )
}
