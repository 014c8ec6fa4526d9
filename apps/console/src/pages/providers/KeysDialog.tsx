import { KEY_LENGTH } from '@tianping/contract/providers/facts'
import { callOnce } from '../../app/api.ts'
import { KeyForm } from '../shared/KeyForm.tsx'
import { stale, type Provider } from './provider.ts'

const labels = {
  'form-md5': { sign: '密钥', verify: '' },
  'form-rsa': { sign: '商户私钥（PEM）', verify: '平台公钥（PEM）' },
  'card-psp': { sign: 'API 密钥', verify: '回调签名密钥' },
  sandbox: { sign: '', verify: '' },
} as const

type Props = { provider: Provider; onClose: () => void }

export const KeysDialog = ({ provider: { code, name, adapter }, onClose }: Props) => (
  <KeyForm
    name={name}
    label={labels[adapter]}
    longest={KEY_LENGTH}
    send={({ sign, verify, remark }) =>
      callOnce('POST /api/console/providers/keys', {
        code,
        sign_key: sign,
        verify_key: verify,
        remark,
      })
    }
    stale={stale}
    onClose={onClose}
  >
    批准后新密钥生效，当前密钥仍可验签，通道停用，须重新测试并开通。密钥加密保存，之后不再显示。
  </KeyForm>
)
