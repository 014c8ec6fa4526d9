import { accountOf, venueAdapterNames } from '@tianping/contract/venues/facts'
import { callOnce } from '../../app/api.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { stale, weekdays, type Connection } from './connection.ts'

const adapterOptions = Object.entries(venueAdapterNames)
  .filter(([value]) => value !== 'sandbox')
  .map(([value, label]) => ({ value, label }))
const dayOptions = weekdays.map((label, value) => ({ value, label }))

const fieldsOf = (known: Connection | null): EditField[] => [
  ...(known
    ? []
    : [{ name: 'code', label: '场馆代码（之后不能改）', kind: 'text', max: 12 } as const]),
  ...(known?.adapter === 'sandbox'
    ? []
    : ([
        { name: 'adapter', label: '接口类型', kind: 'choice', options: adapterOptions },
        { name: 'endpoint', label: '接口地址', kind: 'text', max: 200 },
        { name: 'merchant', label: '商户号', kind: 'text', max: 64 },
      ] as const satisfies EditField[])),
  { name: 'feed_seconds', label: '注单读取间隔（秒）', kind: 'number' },
  { name: 'max_transfer', label: '单次转入上限（元，0 为不限）', kind: 'text', max: 14 },
  { name: 'exposure', label: '会员余额总上限（元，0 为不限）', kind: 'text', max: 14 },
  { name: 'window_day', label: '例行维护', kind: 'choice', options: dayOptions },
  { name: 'window_from', label: '维护开始（北京时间）', kind: 'text', max: 5 },
  { name: 'window_until', label: '维护结束（与开始相同为无维护）', kind: 'text', max: 5 },
  { name: 'remark', label: '修改说明', kind: 'text', max: 200 },
]

const fresh: EditValues = {
  code: '',
  adapter: 'v1',
  endpoint: '',
  merchant: '',
  feed_seconds: 2,
  max_transfer: '0',
  exposure: '0',
  window_day: 0,
  window_from: '00:00',
  window_until: '00:00',
  remark: '',
}

const initialOf = (known: Connection | null): EditValues =>
  known
    ? {
        ...fresh,
        ...Object.fromEntries(
          Object.keys(fresh)
            .filter(name => name !== 'remark')
            .map(name => [name, known[name as 'code']]),
        ),
      }
    : fresh

const save = (known: Connection | null, v: EditValues) =>
  callOnce('POST /api/console/venues/connect', {
    code: known?.code ?? String(v['code']).trim(),
    version: known?.version ?? 0,
    adapter: String(v['adapter']),
    endpoint: String(v['endpoint']).trim(),
    merchant: String(v['merchant']).trim(),
    feed_seconds: Number(v['feed_seconds']),
    max_transfer: String(v['max_transfer']),
    exposure: String(v['exposure']),
    window_day: Number(v['window_day']),
    window_from: String(v['window_from']),
    window_until: String(v['window_until']),
    remark: String(v['remark']),
  })

/** What saving leads to. */
function sentenceOf(known: Connection | null, v: EditValues): string {
  if (!known) return '另一位同事批准后，再提交密钥、测试、接入场馆。'
  const endpoint = String(v['endpoint']).trim()
  const next = { adapter: String(v['adapter']), endpoint, merchant: String(v['merchant']).trim() }
  if (accountOf(next) !== accountOf(known))
    return '接口、商户号和路径只能在会员进入之前、维护时更换；另一账户请用新的场馆代码。'
  return endpoint === known.endpoint
    ? '需要另一位同事批准。'
    : '批准后场馆转入维护：地址改变，须重新测试后再开放。会员余额仍可转回。'
}

/** The form of a new connection, or of a change. */
export function useConnectionForm() {
  const { what, start, form } = useEdited<{ known: Connection | null }>({
    draft: ({ known }) => `venues/connection/${known?.code ?? 'new'}`,
    action: ({ known }, values) => save(known, values),
    done: '已提交，等待另一位同事批准',
    stale,
  })
  const known = what?.known ?? null
  return {
    start: (next: Connection | null) => start({ known: next }),
    dialog: form && (
      <EditDialog
        title={known ? `修改接入：${known.name || known.code}` : '新增接入'}
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
