import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import css from './safety.module.css'

type Props = { codes: string[] | null; onClose: () => void }

/** The recovery codes, shown this once. */
export const CodesSheet = ({ codes, onClose }: Props) => (
  <Sheet open={codes !== null} title="恢复码" onClose={onClose}>
    {codes && (
      <div className={css.sheet}>
        <Alert>恢复码只显示这一次，每个只能使用一次。请抄写或保存在安全的地方。</Alert>
        <ul className={css.codes} aria-label="恢复码">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p>
          <CopyButton text={codes.join('\n')} what="全部恢复码" />
        </p>
        <Button block onClick={onClose}>
          我已保存
        </Button>
      </div>
    )}
  </Sheet>
)
