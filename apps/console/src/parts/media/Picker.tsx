import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { mediaList, type MediaPicture } from './calls.ts'
import { Upload } from './Upload.tsx'
import css from './media.module.css'

const PER = 20

type Props = { onPick: (picture: MediaPicture) => void; onClose: () => void }

/** Chooses a picture of the library, or brings one. */
export function Picker({ onPick, onClose }: Props) {
  const { may } = useOperator()
  const [asked, ask] = useState({ q: '', cursor: '' })
  const found = useQuery({
    queryKey: [mediaList, 'picker', asked],
    queryFn: ({ signal }) => call(mediaList, { ...asked, per: PER }, signal),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  })
  const { data: pictures = [], next = '', prev = '' } = found.data ?? {}
  return (
    <Modal
      open
      title="选择图片"
      width={860}
      centered
      destroyOnHidden
      footer={null}
      onCancel={onClose}
    >
      <div className={css.picker}>
        {may('media.write') && <Upload onAdded={picture => onPick(picture)} />}
        <SearchBox
          value={asked.q}
          placeholder="按图片内容或文件名搜索"
          hotkey={false}
          onSearch={q => ask({ q, cursor: '' })}
        />
        {found.error && <Alert type="error" showIcon title={found.error.message} />}
        <ul className={css.grid} aria-label="素材">
          {pictures.map(picture => (
            <li key={picture.media_id}>
              <button type="button" title={picture.name} onClick={() => onPick(picture)}>
                <img src={picture.thumb.src} alt="" loading="lazy" />
                <span>{picture.alt}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.isSuccess && pictures.length === 0 && <p className={css.none}>没有找到图片</p>}
        <div className={css.pages}>
          <Button disabled={prev === ''} onClick={() => ask({ ...asked, cursor: prev })}>
            上一页
          </Button>
          <Button disabled={next === ''} onClick={() => ask({ ...asked, cursor: next })}>
            下一页
          </Button>
        </div>
      </div>
    </Modal>
  )
}
