import { useQueryClient } from '@tanstack/react-query'
import { MEDIA_ALT, mediaPlaces } from '@tianping/contract/media/facts'
import type { ConsoleOnceName } from '@tianping/contract/console'
import { Button, Segmented } from 'antd'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { mediaList, type MediaPicture } from '../../parts/media/calls.ts'
import { Upload } from '../../parts/media/Upload.tsx'
import { useMessage } from '../../ui/above.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import css from './site.module.css'

const KIB = 1_024
const columns: Columns<MediaPicture> = [
  {
    title: '图片',
    key: 'thumb',
    render: (_, row) => (
      <img className={css.banner} src={row.thumb.src} alt={row.alt} loading="lazy" />
    ),
  },
  {
    ...columnOf('alt'),
    render: (_, row) => (
      <>
        <b>{row.alt}</b>
        <small className={css.when}>{row.name}</small>
      </>
    ),
  },
  {
    title: '原图与占用',
    key: 'width',
    render: (_, row) => `${row.width}×${row.height} · ${Math.ceil(row.bytes / KIB)} KB`,
  },
  { ...columnOf('used_by'), render: (_, row) => <Uses of={row} /> },
  {
    title: '添加',
    key: 'added_at',
    render: (_, row) => (
      <>
        {row.added_by}
        <small className={css.when}>{row.added_at}</small>
      </>
    ),
  },
]

const fields: EditField[] = [
  { name: 'alt', label: '图片内容（看不到图片的会员会读到）', kind: 'text', max: MEDIA_ALT.most },
]

const removal: EditField[] = [
  { name: 'remark', label: '删除原因（曾向会员展示的图片必填）', kind: 'text', max: 200 },
]

/** Where a picture stands, by name. */
function Uses({ of: { used_by: places } }: { of: MediaPicture }) {
  if (places.length === 0) return <>—</>
  return (
    <ul>
      {places.map(({ kind, id, title }) => (
        <li key={`${kind}/${id}`}>{`${mediaPlaces[kind]}${title && `：${title}`}`}</li>
      ))}
    </ul>
  )
}

type Way = Extract<ConsoleOnceName, `POST /api/console/media/${'retire' | 'restore'}`>

/** Retires a picture or brings it back. */
function useWay() {
  const cache = useQueryClient()
  const message = useMessage()
  return useAction({
    mutationFn: ({ name, media_id }: { name: Way; media_id: number }) =>
      callOnce(name, { media_id }),
    onSuccess: () => void message.success('已完成'),
    onSettled: () => cache.invalidateQueries({ queryKey: [mediaList] }),
  })
}

/** Asks for the reason, and removes a picture with its files. */
function useRemoval() {
  const { start, form } = useEdited<MediaPicture>({
    draft: row => `media/${row.media_id}/remove`,
    action: ({ media_id }, v) =>
      callOnce('POST /api/console/media/remove', { media_id, remark: String(v['remark']) }),
    done: '已删除',
    stale: mediaList,
  })
  const dialog = form && (
    <EditDialog
      title="删除图片"
      fields={removal}
      initial={{ remark: '' }}
      sentence={() => '文件一并删除，不能恢复；曾向会员展示的图片须由停用者以外的同事删除'}
      confirm="删除"
      {...form}
    />
  )
  return [start, dialog] as const
}

/** The library of pictures: what banners, activities, articles and the popup choose from. */
export function Library() {
  const { may } = useOperator()
  const { filters, ...table } = useTable(mediaList, { retired: '', q: '' })
  const way = useWay()
  const {
    what: editing,
    start,
    form,
  } = useEdited<MediaPicture>({
    draft: row => `media/${row.media_id}`,
    action: ({ media_id }, v) =>
      callOnce('POST /api/console/media/save', { media_id, alt: String(v['alt']) }),
    done: '已保存',
    stale: mediaList,
  })
  const [remove, removing] = useRemoval()
  const actions: Columns<MediaPicture>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) => (
      <span className={css.actions}>
        <Ways
          row={row}
          edit={() => start(row)}
          remove={() => remove(row)}
          go={name => way.mutate({ name, ...idOf(row) })}
        />
      </span>
    ),
  }
  const writes = may('media.write')
  return (
    <>
      {writes && (
        <Card title="添加图片">
          <Upload />
        </Card>
      )}
      <Card title="素材库" extra={<Filters {...filters} set={table.set} />} flush>
        <Rows
          table={{ ...table, filters }}
          columns={writes ? [...columns, actions] : columns}
          rowKey={row => row.media_id}
          label="素材库"
          empty={filters.retired === '' ? '还没有图片' : '没有停用的图片'}
        />
      </Card>
      {editing && form && (
        <EditDialog
          title="修改图片说明"
          fields={fields}
          initial={{ alt: editing.alt }}
          confirm="保存"
          {...form}
        />
      )}
      {removing}
    </>
  )
}

type FilterProps = {
  retired: string
  q: string
  set: (filters: { retired?: string; q?: string }) => void
}

const Filters = ({ retired, q, set }: FilterProps) => (
  <span className={css.actions}>
    <Segmented
      aria-label="状态"
      value={retired}
      options={[
        { value: '', label: '可选用' },
        { value: '1', label: '已停用' },
      ]}
      onChange={next => set({ retired: next })}
    />
    <SearchBox value={q} placeholder="按图片内容或文件名搜索" onSearch={text => set({ q: text })} />
  </span>
)

const idOf = ({ media_id }: MediaPicture) => ({ media_id })

type WaysProps = {
  row: MediaPicture
  edit: () => void
  remove: () => void
  go: (name: Way) => void
}

/** A picture that stands somewhere stays; an unused one is retired first, then removed. */
function Ways({ row, edit, remove, go }: WaysProps) {
  const used = row.used_by.length > 0
  if (row.retired_at !== '')
    return (
      <>
        <Button size="small" onClick={() => go('POST /api/console/media/restore')}>
          恢复
        </Button>
        <Button size="small" danger onClick={remove}>
          删除
        </Button>
      </>
    )
  return (
    <>
      <Button size="small" onClick={edit}>
        修改说明
      </Button>
      <Button
        size="small"
        disabled={used}
        title={used ? '正在使用，不能停用' : undefined}
        onClick={() => go('POST /api/console/media/retire')}
      >
        停用
      </Button>
    </>
  )
}
