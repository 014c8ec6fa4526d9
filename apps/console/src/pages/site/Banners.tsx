import { bannerAdvert } from '@tianping/contract/adverts/rules'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { bannerKind } from '@tianping/contract/site/facts'
import { targetLabel } from '@tianping/contract/targets'
import { Button } from 'antd'
import { callOnce } from '../../app/api.ts'
import { Findings } from '../../parts/adverts/AdvertCheck.tsx'
import { statedFields, statedIn } from '../../parts/adverts/OfferChecks.tsx'
import { unstated, useFindings } from '../../parts/adverts/useAdvert.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { AudienceSize, useAudienceOptions } from '../../parts/segments/Audience.tsx'
import { PhoneHome } from '../../parts/phone/PhoneHome.tsx'
import { History } from '../../parts/history/History.tsx'
import { useOperator } from '../../app/session/operator.ts'
import { useContent } from '../../parts/dialogs/useContent.ts'
import { Long } from '../../ui/values/Long.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Add, RowActions } from './RowActions.tsx'
import { noSchedule, scheduleFields, scheduleOf, Shown } from './schedule.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './site.module.css'

const name = 'POST /api/console/banners/list'
type Banner = ConsoleRowOf<typeof name>

const columns: Columns<Banner> = [
  {
    ...columnOf('src'),
    render: (_, row) => <img className={css.banner} src={row.src} alt={row.title} loading="lazy" />,
  },
  { ...columnOf('title'), render: (_, row) => row.title },
  { ...columnOf('link'), render: (_, row) => <Long text={targetLabel(row.link)} width="24ch" /> },
  { title: '顺序', key: 'rank', render: (_, row) => row.rank },
  { title: '状态', key: 'enabled', render: (_, row) => <Shown row={row} /> },
]

/** Who sees it. */
const audienceColumn: Columns<Banner>[number] = {
  ...columnOf('segment'),
  render: (_, row) => row.segment || '所有人',
}

const blank: Banner = {
  id: 0,
  seen: '',
  draft_by: '',
  kind: bannerKind.home,
  src: '',
  title: '',
  link: '',
  rank: 0,
  enabled: true,
  segment_id: 0,
  segment: '',
  ...noSchedule,
}
const fieldsOf = (audience: EditField['options'] & object): EditField[] => [
  {
    name: 'src',
    label: '图片（从素材库选择，或填写地址）',
    kind: 'picture',
    size: 'banner',
    alt: 'title',
  },
  { name: 'title', label: '标题（图片的文字说明）', kind: 'text', max: 50 },
  { name: 'link', label: '点击后打开', kind: 'target' },
  { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
  { name: 'enabled', label: '显示', kind: 'switch' },
  { name: 'segment_id', label: '给谁看', kind: 'choice', options: audience },
  ...scheduleFields,
  ...statedFields(),
]

/** What speaks against the picture and its title. */
function Check({ values }: { values: EditValues }) {
  const advert = bannerAdvert(String(values['title']), String(values['src']))
  return <Findings {...useFindings(advert, statedIn(values))} />
}

const draftOf = (row: Banner) => `banner/${row.id}/${row.seen}`
const send = ({ id, seen, kind }: Banner, v: EditValues, draft: 0 | 1) =>
  callOnce('POST /api/console/banners/save', {
    id,
    seen,
    kind,
    src: String(v['src']),
    title: String(v['title']),
    link: String(v['link']),
    rank: Number(v['rank']),
    enabled: v['enabled'] === 1 ? 1 : 0,
    segment_id: Number(v['segment_id']),
    ...scheduleOf(v),
    advert: statedIn(v),
    draft,
  })
const save = (row: Banner, v: EditValues) => send(row, v, 0)
const keep = (row: Banner, v: EditValues) => send(row, v, 1)
const initialOf = (row: Banner): EditValues => ({
  src: row.src,
  title: row.title,
  link: row.link,
  rank: row.rank,
  enabled: row.enabled ? 1 : 0,
  segment_id: row.segment_id,
  shows_from: row.shows_from,
  shows_until: row.shows_until,
  ...unstated,
})

export function Banners() {
  const table = useTable(name, {})
  const { editing, edit, form, remove, ...kept } = useContent<Banner>(name, save, draftOf, keep)
  const { past, look, restore } = kept
  const { may } = useOperator()
  const audience = useAudienceOptions(editing?.segment_id ?? 0)
  const actions: Columns<Banner>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) => (
      <RowActions
        what={`轮播图“${row.title}”`}
        edit={() => edit(row)}
        history={() => look(row)}
        draft={row.draft_by}
        remove={() =>
          remove(() => callOnce('POST /api/console/banners/remove', { id: row.id, seen: row.seen }))
        }
      />
    ),
  }
  return (
    <Card
      title="首页轮播图"
      extra={<Extra edit={() => edit(blank)} look={() => look(blank)} />}
      flush
    >
      <Rows
        table={table}
        columns={[...columns, audienceColumn, actions]}
        rowKey={row => row.id}
        label="轮播图"
        empty="还没有轮播图"
      />
      {past && (
        <History
          of="banner"
          id={past.id}
          title={past.id === 0 ? '已删除的轮播图' : '轮播图历史'}
          restore={may('site.write') ? fields => restore(past, fields) : undefined}
          onClose={() => look(null)}
        />
      )}
      {editing && form && (
        <EditDialog
          title={editing.id ? '修改轮播图' : '新增轮播图'}
          fields={fieldsOf(audience)}
          preview={v => (
            <div className={css.preview}>
              <PhoneHome banner={{ src: String(v['src']), title: String(v['title']) }} />
              <Check values={v} />
              <AudienceSize segment={Number(v['segment_id'])} />
            </div>
          )}
          initial={initialOf(editing)}
          confirm="保存并生效"
          {...form}
        />
      )}
    </Card>
  )
}

/** What was removed, and a new one. */
const Extra = ({ edit, look }: { edit: () => void; look: () => void }) => (
  <span className={css.actions}>
    <Button onClick={look}>已删除的轮播图</Button>
    <Add onClick={edit}>新增轮播图</Add>
  </span>
)
