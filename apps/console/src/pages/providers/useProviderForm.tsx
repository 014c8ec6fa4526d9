import { methods, payMethods } from '@tianping/contract/payments'
import { accountOf, providerAdapters } from '@tianping/contract/providers/facts'
import { callOnce } from '../../app/api.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { stale, type Provider } from './provider.ts'

const adapterOptions = Object.entries(providerAdapters)
  .filter(([value]) => value !== 'sandbox')
  .map(([value, label]) => ({ value, label }))
const methodOptions = payMethods
  .filter(method => method !== 'card' && method !== 'usdt')
  .map(value => ({ value, label: methods[value].label }))

const fieldsOf = (known: Provider | null): EditField[] => {
  const own: EditField[] =
    known?.adapter === 'sandbox'
      ? []
      : [
          { name: 'adapter', label: '接口类型', kind: 'choice', options: adapterOptions },
          { name: 'endpoint', label: '接口地址', kind: 'text', max: 200 },
          { name: 'merchant', label: '商户号', kind: 'text', max: 64 },
          { name: 'methods', label: '存款方式', kind: 'several', options: methodOptions },
        ]
  return [
    ...(known
      ? []
      : [{ name: 'code', label: '代码（用于回调地址）', kind: 'text', max: 24 } as const]),
    { name: 'name', label: '名称', kind: 'text', max: 20 },
    ...own,
    { name: 'min_price', label: '最低金额（元）', kind: 'text', max: 12 },
    { name: 'max_price', label: '最高金额（元）', kind: 'text', max: 12 },
    { name: 'fee_rate', label: '费率（万分之一）', kind: 'number' },
    { name: 'fee_fen', label: '每笔费用（分）', kind: 'number' },
    { name: 'payout_min_price', label: '付款最低金额（元）', kind: 'text', max: 12 },
    { name: 'payout_max_price', label: '付款最高金额（元，0 为不付款）', kind: 'text', max: 12 },
    { name: 'payout_fee_rate', label: '付款费率（万分之一）', kind: 'number' },
    { name: 'payout_fee_fen', label: '每笔付款费用（分）', kind: 'number' },
    { name: 'hours_from', label: '营业开始（北京时间）', kind: 'text', max: 5 },
    { name: 'hours_until', label: '营业结束（24:00 为全天）', kind: 'text', max: 5 },
    { name: 'min_tier', label: '最低认证级别（0 为不限）', kind: 'number' },
    { name: 'priority', label: '优先级（小的在前）', kind: 'number' },
    { name: 'weight', label: '权重（同级分配；0 排在最后）', kind: 'number' },
    { name: 'remark', label: '修改说明', kind: 'text', max: 200 },
  ]
}

const fresh: EditValues = {
  code: '',
  name: '',
  adapter: 'form-md5',
  endpoint: '',
  merchant: '',
  methods: '',
  min_price: '100',
  max_price: '10000',
  fee_rate: 0,
  fee_fen: 0,
  payout_min_price: '0',
  payout_max_price: '0',
  payout_fee_rate: 0,
  payout_fee_fen: 0,
  hours_from: '00:00',
  hours_until: '24:00',
  min_tier: 0,
  priority: 50,
  weight: 100,
  remark: '',
}

const initialOf = (known: Provider | null): EditValues =>
  known
    ? {
        ...fresh,
        ...Object.fromEntries(
          Object.keys(fresh)
            .filter(name => name !== 'methods' && name !== 'remark')
            .map(name => [name, known[name as 'name']]),
        ),
        methods: known.methods.join(','),
      }
    : fresh

const save = (known: Provider | null, v: EditValues) =>
  callOnce('POST /api/console/providers/save', {
    code: known?.code ?? String(v['code']).trim(),
    version: known?.version ?? 0,
    name: String(v['name']),
    adapter: String(v['adapter']),
    endpoint: String(v['endpoint']),
    merchant: String(v['merchant']),
    methods: String(v['methods']).split(',').filter(Boolean),
    min_price: String(v['min_price']),
    max_price: String(v['max_price']),
    fee_rate: Number(v['fee_rate']),
    fee_fen: Number(v['fee_fen']),
    payout_min_price: String(v['payout_min_price']),
    payout_max_price: String(v['payout_max_price']),
    payout_fee_rate: Number(v['payout_fee_rate']),
    payout_fee_fen: Number(v['payout_fee_fen']),
    hours_from: String(v['hours_from']),
    hours_until: String(v['hours_until']),
    min_tier: Number(v['min_tier']),
    priority: Number(v['priority']),
    weight: Number(v['weight']),
    remark: String(v['remark']),
  })

/** What saving leads to. */
function sentenceOf(known: Provider | null, v: EditValues): string {
  if (!known) return '另一位同事批准后，再提交密钥、测试、开通。'
  const [adapter, endpoint] = [String(v['adapter']), String(v['endpoint']).trim()]
  const merchant = String(v['merchant']).trim()
  if (accountOf({ adapter, endpoint, merchant }) !== accountOf(known))
    return '接口、商户号和地址中的路径只能在首次开通之前更换；另一账户请新增通道。'
  return adapter === known.adapter && endpoint === known.endpoint
    ? '需要另一位同事批准。'
    : '批准后通道停用：接口类型或地址改变，须重新测试并开通。'
}

/** The form of a new provider, or of a change. */
export function useProviderForm() {
  const { what, start, form } = useEdited<{ known: Provider | null }>({
    draft: ({ known }) => `providers/${known?.code ?? 'new'}`,
    action: ({ known }, values) => save(known, values),
    done: '已提交，等待另一位同事批准',
    stale,
  })
  const known = what?.known ?? null
  return {
    start: (next: Provider | null) => start({ known: next }),
    dialog: form && (
      <EditDialog
        title={known ? `修改 ${known.name}` : '新增支付通道'}
        fields={fieldsOf(known)}
        initial={initialOf(known)}
        sentence={v => sentenceOf(known, v)}
        confirm="提交"
        abreast
        {...form}
      />
    ),
  }
}
