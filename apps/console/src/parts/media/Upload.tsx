import { MEDIA_ALT, MEDIA_BYTES, MEDIA_LEAST } from '@tianping/contract/media/facts'
import { Button, Input } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { MEDIA_ACCEPT, type MediaPicture } from './calls.ts'
import { useUpload, type Waiting } from './useUpload.ts'
import css from './media.module.css'

const MIB = 1_048_576
const rule = [
  `JPG、PNG 或 WebP，每张不超过 ${MEDIA_BYTES / MIB} MB`,
  `至少 ${MEDIA_LEAST.width}×${MEDIA_LEAST.height} 像素`,
  '自动去除拍摄信息并生成各处尺寸',
].join('，')

/** Pictures for the library: dropped or chosen, several at once, each with what it shows. */
export function Upload({ onAdded = () => {} }: { onAdded?: (picture: MediaPicture) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { waiting, take, change, drop, send, busy, ready } = useUpload(onAdded)
  const [over, setOver] = useState(false)
  const hover = (on: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(on)
  }
  return (
    <div className={css.upload}>
      <div
        className={css.drop}
        data-over={over}
        onDragOver={hover(true)}
        onDragLeave={hover(false)}
        onDrop={event => {
          hover(false)(event)
          take(event.dataTransfer.files)
        }}
      >
        <Button icon={<Icon name="deposit" size={16} />} onClick={() => input.current?.click()}>
          选择图片
        </Button>
        <span>或将图片拖到这里</span>
        <small>{rule}</small>
      </div>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        aria-label="选择图片"
        accept={MEDIA_ACCEPT}
        onChange={event => {
          take(event.target.files ?? [])
          event.target.value = ''
        }}
      />
      {waiting.length > 0 && (
        <>
          <ul className={css.waiting} aria-label="待上传的图片">
            {waiting.map(each => (
              <One key={each.no} one={each} busy={busy} change={change} drop={drop} />
            ))}
          </ul>
          <div className={css.send}>
            {!ready && <small>每张图片都要用中文写明内容，看不到图片的会员会读到它</small>}
            <Button type="primary" loading={busy} disabled={!ready} onClick={() => void send()}>
              上传 {waiting.length} 张
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

type OneProps = { one: Waiting; busy: boolean } & Pick<
  ReturnType<typeof useUpload>,
  'change' | 'drop'
>

function One({ one: { no, file, url, alt, error }, busy, change, drop }: OneProps) {
  return (
    <li>
      <img src={url} alt="" />
      <div>
        <small>{`${file.name} · ${Math.ceil(file.size / 1024)} KB`}</small>
        <Input
          aria-label={`图片说明：${file.name}`}
          placeholder="图片内容，例如：周年庆红包雨"
          value={alt}
          maxLength={MEDIA_ALT.most}
          disabled={busy}
          status={error ? 'error' : ''}
          onChange={event => change(no, { alt: event.target.value, error: '' })}
        />
        {error && <small className={css.error}>{error}</small>}
      </div>
      <Button
        type="text"
        aria-label={`不上传 ${file.name}`}
        disabled={busy}
        icon={<Icon name="close" size={14} />}
        onClick={() => drop(no)}
      />
    </li>
  )
}
