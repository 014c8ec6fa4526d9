import { VENUE_KEY_LENGTH } from '@tianping/contract/venues/facts'
import { callOnce } from '../../app/api.ts'
import { KeyForm } from '../shared/KeyForm.tsx'
import { stale, type Connection } from './connection.ts'

const labels: Record<Connection['adapter'], { sign: string; verify: string }> = {
  sandbox: { sign: '', verify: '' },
  v1: { sign: '密钥', verify: '' },
  'transfer-wallet': { sign: '商户私钥（PEM）', verify: '' },
  seamless: { sign: '商户私钥（PEM）', verify: '场馆公钥（PEM）' },
}

type Props = { connection: Connection; onClose: () => void }

export const ConnectionKeys = ({ connection: { code, name, adapter }, onClose }: Props) => (
  <KeyForm
    name={name || code}
    label={labels[adapter]}
    longest={VENUE_KEY_LENGTH}
    numbered
    send={({ id, sign, verify, remark }) =>
      callOnce('POST /api/console/venues/keys', {
        code,
        key_id: id,
        sign_key: sign,
        verify_key: verify,
        remark,
      })
    }
    stale={stale}
    onClose={onClose}
  >
    先在场馆登记新密钥。提交后先测试，再由另一位同事批准：新密钥开始签名，当前密钥保留为上一把，场馆不中断。
    未测试就批准，场馆转入维护。密钥加密保存，之后不再显示。
  </KeyForm>
)
