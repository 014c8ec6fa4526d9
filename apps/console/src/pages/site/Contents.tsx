import type { ConsoleRowOf } from '@tianping/contract/console'
import { App, Button } from 'antd'
import type { ReactNode } from 'react'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Deed } from '../../parts/dialogs/Deed.tsx'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { PhoneHome } from '../../parts/phone/PhoneHome.tsx'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { useContent } from '../../parts/dialogs/useContent.ts'
import css from './site.module.css'

type Banner = ConsoleRowOf<'POST /api/console/banners/list'>
type Notice = ConsoleRowOf<'POST /api/console/notices/list'>
type Article = ConsoleRowOf<'POST /api/console/articles/list'>

type Scheduled = { enabled: boolean; live: boolean; shows_from: string; shows_until: string }
/** Whether members see it now, and when they will or no longer will. */
function Shown({ row }: { row: Scheduled }) {
  const text = row.live
    ? '显示'
    : !row.enabled
      ? '隐藏'
      : row.shows_from > row.shows_until && row.shows_until
        ? '已结束'
        : '未到时间'
  const when = [
    row.shows_from && `自 ${row.shows_from.slice(0, 16)}`,
    row.shows_until && `至 ${row.shows_until.slice(0, 16)}`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      <Status tone={row.live ? 'good' : row.enabled ? 'waiting' : 'plain'}>{text}</Status>
      {when && <small className={css.when}>{when}</small>}
    </>
  )
}
const schedule: EditField[] = [
  { name: 'shows_from', label: '开始显示（北京时间，留空为立即）', kind: 'moment' },
  { name: 'shows_until', label: '停止显示（北京时间，留空为不限）', kind: 'moment' },
]
const scheduleOf = (v: EditValues) => ({
  shows_from: String(v['shows_from']),
  shows_until: String(v['shows_until']),
})
const noSchedule = { shows_from: '', shows_until: '', live: true }

/** What can be done to a row, for who may. */
function Deeds({ edit, remove, what }: { edit: () => void; remove?: () => void; what: string }) {
  const { may } = useOperator()
  const { modal } = App.useApp()
  if (!may('site.write')) return null
  const ask = () =>
    modal.confirm({
      title: '删除',
      content: `将删除${what}，会员端不再显示。`,
      okText: '确认删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: remove,
    })
  return (
    <span className={css.deeds}>
      <Button size="small" onClick={edit}>
        修改
      </Button>
      {remove && (
        <Button size="small" danger onClick={() => void ask()}>
          删除
        </Button>
      )}
    </span>
  )
}

function Add({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  const { may } = useOperator()
  return may('site.write') ? (
    <Button type="primary" onClick={onClick}>
      {children}
    </Button>
  ) : null
}

const newBanner: Banner = {
  id: 0,
  seen: '',
  kind: 2,
  src: '',
  title: '',
  rank: 0,
  enabled: true,
  ...noSchedule,
}
const bannerFields: EditField[] = [
  { name: 'src', label: '图片地址（/art/… 或 https://…）', kind: 'text', max: 300 },
  { name: 'title', label: '标题（图片的文字说明）', kind: 'text', max: 50 },
  { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
  { name: 'enabled', label: '显示', kind: 'switch' },
  ...schedule,
]

export function Banners() {
  const name = 'POST /api/console/banners/list'
  const table = useTable(name, {})
  const draftOf = (row: Banner) => `banner/${row.id}/${row.seen}`
  const content = useContent<Banner>(
    name,
    ({ id, seen, kind }, v) =>
      callOnce('POST /api/console/banners/save', {
        id,
        seen,
        kind,
        src: String(v['src']),
        title: String(v['title']),
        rank: Number(v['rank']),
        enabled: v['enabled'] === 1 ? 1 : 0,
        ...scheduleOf(v),
      }),
    draftOf,
  )
  const columns: Columns<Banner> = [
    {
      title: '图片',
      key: 'src',
      render: (_, row) => (
        <img className={css.banner} src={row.src} alt={row.title} loading="lazy" />
      ),
    },
    { title: '标题', key: 'title', render: (_, row) => row.title },
    { title: '地址', key: 'address', render: (_, row) => <Long text={row.src} width="30ch" /> },
    { title: '顺序', key: 'rank', render: (_, row) => row.rank },
    { title: '状态', key: 'enabled', render: (_, row) => <Shown row={row} /> },
    {
      title: '',
      key: 'deeds',
      align: 'right',
      render: (_, row) => (
        <Deeds
          what={`轮播图“${row.title}”`}
          edit={() => content.edit(row)}
          remove={() =>
            content.remove(() =>
              callOnce('POST /api/console/banners/remove', { id: row.id, seen: row.seen }),
            )
          }
        />
      ),
    },
  ]
  const row = content.editing
  return (
    <Card
      title="首页轮播图"
      extra={<Add onClick={() => content.edit(newBanner)}>新增轮播图</Add>}
      flush
    >
      <Rows
        table={table}
        columns={columns}
        rowKey={each => each.id}
        label="轮播图"
        empty="还没有轮播图"
      />
      {row && content.form && (
        <EditDialog
          title={row.id ? '修改轮播图' : '新增轮播图'}
          fields={bannerFields}
          preview={v => <PhoneHome banner={{ src: String(v['src']), title: String(v['title']) }} />}
          initial={{
            src: row.src,
            title: row.title,
            rank: row.rank,
            enabled: row.enabled ? 1 : 0,
            shows_from: row.shows_from,
            shows_until: row.shows_until,
          }}
          confirm="保存并生效"
          {...content.form}
        />
      )}
    </Card>
  )
}

const newNotice: Notice = {
  id: 0,
  seen: '',
  content: '',
  rank: 0,
  enabled: true,
  created_at: '',
  ...noSchedule,
}
const noticeFields: EditField[] = [
  { name: 'content', label: '内容（滚动显示在首页）', kind: 'long', max: 500 },
  { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
  { name: 'enabled', label: '显示', kind: 'switch' },
  ...schedule,
]

export function Notices() {
  const name = 'POST /api/console/notices/list'
  const table = useTable(name, {})
  const draftOf = (row: Notice) => `notice/${row.id}/${row.seen}`
  const content = useContent<Notice>(
    name,
    ({ id, seen }, v) =>
      callOnce('POST /api/console/notices/save', {
        id,
        seen,
        content: String(v['content']),
        rank: Number(v['rank']),
        enabled: v['enabled'] === 1 ? 1 : 0,
        ...scheduleOf(v),
      }),
    draftOf,
  )
  const columns: Columns<Notice> = [
    { title: '内容', key: 'content', render: (_, row) => <Long text={row.content} width="60ch" /> },
    { title: '顺序', key: 'rank', render: (_, row) => row.rank },
    { title: '状态', key: 'enabled', render: (_, row) => <Shown row={row} /> },
    { title: '创建时间', key: 'created_at', render: (_, row) => row.created_at },
    {
      title: '',
      key: 'deeds',
      align: 'right',
      render: (_, row) => (
        <Deeds
          what="这条公告"
          edit={() => content.edit(row)}
          remove={() =>
            content.remove(() =>
              callOnce('POST /api/console/notices/remove', { id: row.id, seen: row.seen }),
            )
          }
        />
      ),
    },
  ]
  const row = content.editing
  return (
    <Card title="公告" extra={<Add onClick={() => content.edit(newNotice)}>新增公告</Add>} flush>
      <Rows
        table={table}
        columns={columns}
        rowKey={each => each.id}
        label="公告"
        empty="还没有公告"
      />
      {row && content.form && (
        <EditDialog
          title={row.id ? '修改公告' : '新增公告'}
          fields={noticeFields}
          preview={v => <PhoneHome notice={String(v['content'])} />}
          initial={{
            content: row.content,
            rank: row.rank,
            enabled: row.enabled ? 1 : 0,
            shows_from: row.shows_from,
            shows_until: row.shows_until,
          }}
          confirm="保存并生效"
          {...content.form}
        />
      )}
    </Card>
  )
}

const articleFields: EditField[] = [
  { name: 'title', label: '标题', kind: 'text', max: 50 },
  { name: 'content', label: '正文', kind: 'rich', max: 16_000 },
  { name: 'shows_from', label: '发布时间（北京时间，留空为立即）', kind: 'moment' },
]

export function Articles() {
  const name = 'POST /api/console/articles/list'
  const table = useTable(name, {})
  const draftOf = (row: Article) => `article/${row.type}/${row.seen}`
  const content = useContent<Article>(
    name,
    ({ type, seen }, v) =>
      callOnce('POST /api/console/articles/save', {
        type,
        seen,
        title: String(v['title']),
        content: String(v['content']),
        shows_from: String(v['shows_from']),
      }),
    draftOf,
  )
  const columns: Columns<Article> = [
    { title: '编号', key: 'type', render: (_, row) => row.type },
    { title: '标题', key: 'title', render: (_, row) => <b>{row.title}</b> },
    {
      title: '正文',
      key: 'content',
      render: (_, row) => <Long text={row.content.replace(/<[^>]*>/g, ' ')} width="44ch" />,
    },
    { title: '修改时间', key: 'changed_at', render: (_, row) => row.changed_at },
    {
      title: '定时发布',
      key: 'next',
      render: (_, row) =>
        row.next ? (
          <>
            <Status tone="waiting">{`${row.next.shows_from.slice(0, 16)} 发布`}</Status>{' '}
            <Unschedule type={row.type} title={row.next.title} />
          </>
        ) : (
          '—'
        ),
    },
    {
      title: '',
      key: 'deeds',
      align: 'right',
      render: (_, row) => <Deeds what="文章" edit={() => content.edit(row)} />,
    },
  ]
  const row = content.editing
  return (
    <Card title="文章" flush>
      <Rows
        table={table}
        columns={columns}
        rowKey={each => each.type}
        label="文章"
        empty="还没有文章"
      />
      {row && content.form && (
        <EditDialog
          title="修改文章"
          fields={articleFields}
          initial={{
            title: row.next?.title ?? row.title,
            content: row.next?.content ?? row.content,
            shows_from: row.next?.shows_from ?? '',
          }}
          preview={v => <PhonePreview title={String(v['title'])} html={String(v['content'])} />}
          confirm="保存并生效"
          {...content.form}
        />
      )}
    </Card>
  )
}

/** Takes back what was to replace an article. */
function Unschedule({ type, title }: { type: number; title: string }) {
  const { may } = useOperator()
  if (!may('site.write')) return null
  return (
    <Deed
      size="small"
      type="link"
      draft={`article/${type}/unschedule`}
      decision={{
        title: '取消定时发布',
        sentence: `“${title}”将不再按时发布，会员继续看到现在的版本`,
        confirm: '确认取消',
      }}
      deed={() => callOnce('POST /api/console/articles/withdraw', { type })}
      done="已取消定时发布"
      stale={['POST /api/console/articles/list']}
    >
      取消
    </Deed>
  )
}
