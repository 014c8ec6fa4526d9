import { dataExportState } from '@tianping/contract/dataRights/facts'
import { Button } from '../../ui/Button.tsx'
import { Card, Progress } from '../../ui/Card.tsx'
import { useMakeCopy, type Rights } from './useRights.ts'
import css from './dataRights.module.css'

type Props = { rights: Rights; onFetch: () => void }

/** A copy of everything: asked for, made, fetched. */
export function Copy({ rights: { export: copy, again_at }, onFetch }: Props) {
  const make = useMakeCopy()
  const ready = copy?.state === dataExportState.ready
  const running = copy?.state === dataExportState.running
  return (
    <Card label="下载我的信息">
      <b className="t-15">下载我的信息</b>
      <p className={css.lead}>包含您的资料、订单、注单与消息，JSON 与 CSV 格式，打包为 ZIP。</p>
      {running && <Making percent={copy.progress} />}
      {ready && <Ready copy={copy} onFetch={onFetch} />}
      {copy?.state === dataExportState.failed && (
        <p className={css.lead}>上次没有生成成功，请重新申请或联系客服。</p>
      )}
      {!running && (
        <Button
          kind={ready ? 'line' : 'primary'}
          size={44}
          block
          busy={make.busy}
          disabled={again_at !== ''}
          onClick={() => make.run({})}
        >
          {again_at === '' ? '申请副本' : `${again_at.slice(5, 16)} 后可再次申请`}
        </Button>
      )}
    </Card>
  )
}

const Making = ({ percent }: { percent: number }) => (
  <div className={css.making} role="status">
    <Progress label="生成进度" percent={percent} />
    <span className="t-13 muted">正在生成，{percent}%</span>
  </div>
)

const sizeOf = (bytes: number) =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`

const Ready = ({ copy, onFetch }: { copy: NonNullable<Rights['export']>; onFetch: () => void }) => (
  <div className={css.ready}>
    <span className="t-13 muted">
      生成于 {copy.asked_at.slice(0, 16)}，{sizeOf(copy.bytes)}，{copy.expires_at.slice(0, 10)}{' '}
      前可下载
    </span>
    <Button size={44} block onClick={onFetch}>
      下载
    </Button>
  </div>
)
