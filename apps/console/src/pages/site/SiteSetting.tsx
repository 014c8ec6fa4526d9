import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call, callOnce } from '../../app/api.ts'
import { useDraft, writeDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { picturesIn } from '@tianping/contract/adverts/rules'
import { Findings } from '../../parts/adverts/AdvertCheck.tsx'
import { useAdvert, useAdvertRule } from '../../parts/adverts/useAdvert.ts'
import { PictureField } from '../../parts/media/PictureField.tsx'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { RichText } from '../../parts/richText/RichText.tsx'
import { Audience, AudienceSize, useSegments } from '../../parts/segments/Audience.tsx'
import type { OwnControls } from '../../parts/settings/SchemaForm.tsx'
import { historyCalls, type VersionFields } from '../../parts/history/calls.ts'
import { History } from '../../parts/history/History.tsx'
import { differences } from '../../parts/settings/schema.ts'
import { SettingEditor, type Asked, type Setting } from '../../parts/settings/SettingEditor.tsx'
import { staleProposals, Waits } from '../../parts/settings/Waits.tsx'
import { useMessage } from '../../ui/above.ts'
import { Below } from '../shared/Below.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import css from './site.module.css'

const name = 'POST /api/console/site/show'
type Shown = ConsoleGiven<typeof name>
const draft = 'site/app'
const POPUP_MAX = 16_000

/**
 * Settings of the member app. Names and what is switched off count once saved; addresses, the popup
 * and what speaks to everybody wait for a second person.
 */
export function SiteSetting() {
  const cache = useQueryClient()
  const message = useMessage()
  const { may } = useOperator()
  const setting = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  const save = useAction({
    mutationFn: (asked: { version: number; value: unknown; note: string }) =>
      callOnce('POST /api/console/site/save', asked),
    meta: { inPlace: true },
    onSuccess: ({ waits }) => {
      writeDraft(draft, '')
      void message.success(waits ? '已提交，等待另一位同事审批' : '已保存，会员端已生效')
    },
    onSettled: () => refreshed(cache),
  })
  // What the popup's fields show comes with the setting.
  useSegments()
  useAdvertRule()
  const kept = useKeptPopup(setting.data)
  if (!setting.data) return <Unloaded query={setting} />
  const { proposal } = setting.data
  return (
    <SettingEditor
      setting={setting.data}
      draft={draft}
      may={may('site.write')}
      action="保存"
      above={
        proposal ? (
          <Waits before={setting.data.value} proposal={proposal} />
        ) : (
          <Alert
            type="info"
            showIcon
            title="站点名称、关闭站点、关闭弹窗与红包、清空内容保存后立即生效；地址、弹窗和其他修改须由另一位同事批准"
          />
        )
      }
      busy={save.isPending}
      error={save.error ?? kept.error}
      onSave={asked => {
        kept.reset()
        save.mutate(asked)
      }}
      also={{
        text: '弹窗存为草稿',
        when: value => !samePopup(value, setting.data.value),
        busy: kept.isPending,
        run: asked => {
          save.reset()
          kept.mutate(asked)
        },
      }}
      extra={<PopupHistory setting={setting.data} may={may('site.write')} />}
      own={{
        webcontent: field => <Popup {...field} />,
        site_logo: field => <Picture label="站点标志" {...field} />,
        ios_download_qrcode: field => <Picture label="下载二维码" {...field} />,
        modal_segment: field => <PopupAudience {...field} />,
      }}
      wide={['webcontent']}
    />
  )
}

/** The fields of the popup, which is drafted apart from the rest of the setting. */
const popupOf = (value: unknown) => {
  const { index_modal, webcontent, modal_from, modal_until, modal_segment } = value as Values
  return { index_modal, webcontent, modal_from, modal_until, modal_segment }
}
type Values = Record<string, unknown>
const samePopup = (a: unknown, b: unknown) =>
  JSON.stringify(popupOf(a)) === JSON.stringify(popupOf(b))

/** Keeps what was typed of the popup for a colleague; what else was typed stays in the form. */
function useKeptPopup(setting: Setting | undefined) {
  const cache = useQueryClient()
  const message = useMessage()
  return useAction({
    mutationFn: (asked: Asked) => callOnce('POST /api/console/site/save', { ...asked, draft: 1 }),
    meta: { inPlace: true },
    onSuccess: (_, { value, ...asked }) => {
      const rest = { ...(value as Values), ...popupOf(setting?.value) }
      const changed = differences(setting?.value, rest).length > 0
      writeDraft(draft, changed ? JSON.stringify({ ...asked, value: rest }) : '')
      void message.success('草稿已保存，会员看到的不变')
    },
    onSettled: () => refreshed(cache),
  })
}

/** Asks anew for the setting and for what the popup said before. */
const refreshed = (cache: QueryClient) =>
  Promise.all([
    staleProposals(cache),
    ...historyCalls.map(each => cache.invalidateQueries({ queryKey: [each] })),
  ])

/** What the popup was; a version is put into the form, and saved as every change of it is. */
function PopupHistory({ setting, may }: { setting: Shown; may: boolean }) {
  const [open, show] = useState(false)
  const [kept, keep] = useDraft(draft)
  const restore = (fields: VersionFields) => {
    const begun = kept
      ? (JSON.parse(kept) as { value: object })
      : { version: setting.version, value: setting.value as object, note: '' }
    keep(JSON.stringify({ ...begun, value: { ...begun.value, ...fields } }))
    show(false)
  }
  return (
    <>
      {setting.draft_by && (
        <Button size="small" type="link" onClick={() => show(true)}>
          {`弹窗草稿：${setting.draft_by}`}
        </Button>
      )}
      <Button size="small" onClick={() => show(true)}>
        弹窗历史
      </Button>
      {open && (
        <History
          of="popup"
          id={1}
          title="弹窗历史"
          restore={may ? restore : undefined}
          onClose={() => show(false)}
        />
      )}
    </>
  )
}

/** Who sees the popup: the setting has the number as a text, and none for everybody. */
function PopupAudience({ value, disabled, onChange }: Own) {
  const segment = Number(value)
  return (
    <>
      <Audience
        segment={segment}
        disabled={disabled}
        onChange={next => onChange(next === 0 ? '' : String(next))}
      />
      <AudienceSize segment={segment} />
    </>
  )
}

type Own = Parameters<OwnControls[string]>[0]

/** A file of the site, or a picture of the library. */
const Picture = ({ label, value, disabled, onChange }: Own & { label: string }) => (
  <PictureField
    label={label}
    value={String(value)}
    size="thumb"
    disabled={disabled}
    onChange={src => onChange(src)}
  />
)

/** The popup: its text, how phones show it, and what speaks against it. */
function Popup({ value, disabled, onChange }: Own) {
  const html = String(value)
  const advert = {
    texts: [{ field: 'webcontent', label: '弹窗内容', html }],
    pictures: picturesIn(html),
    hasTerms: false,
  }
  const check = useAdvert(advert)
  return (
    <div className={css.popup}>
      {!disabled && <RichText label="弹窗内容" value={html} max={POPUP_MAX} onChange={onChange} />}
      <Below>
        <PhonePreview title="首页弹窗" html={html} />
        {html !== '' && <Findings {...check} />}
      </Below>
    </div>
  )
}
