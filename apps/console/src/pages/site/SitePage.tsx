import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { href, useAddress } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { SettingEditor } from '../../parts/settings/SettingEditor.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Room } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Articles, Banners, Notices } from './Contents.tsx'
import { Messages } from './Messages.tsx'

const tabs = [
  ['', '站点设置'],
  ['banners', '轮播图'],
  ['notices', '公告'],
  ['articles', '文章'],
  ['messages', '站内信'],
] as const

/** What the member app shows. */
export default function SitePage() {
  const { search } = useAddress()
  const { may } = useOperator()
  const shown = tabs.filter(([key]) => key !== 'messages' || may('message.read'))
  const tab = shown.find(([key]) => key === new URLSearchParams(search).get('tab'))?.[0] ?? ''
  return (
    <Room
      title="站点"
      tools={
        <LinkTabs
          label="站点内容"
          current={tab}
          tabs={shown.map(([key, text]) => ({
            key,
            text,
            href: href('/site', key ? { tab: key } : {}),
          }))}
        />
      }
    >
      {tab === '' && <SiteSetting />}
      {tab === 'banners' && <Banners />}
      {tab === 'notices' && <Notices />}
      {tab === 'articles' && <Articles />}
      {tab === 'messages' && <Messages />}
    </Room>
  )
}

const draft = 'site/app'

function SiteSetting() {
  const name = 'POST /api/console/site/show'
  const cache = useQueryClient()
  const { message } = App.useApp()
  const { may } = useOperator()
  const setting = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  const save = useMutation({
    mutationFn: (asked: { version: number; value: unknown; note: string }) =>
      callOnce('POST /api/console/site/save', asked),
    meta: { inPlace: true },
    onSuccess: () => {
      writeDraft(draft, '')
      void message.success('已保存，会员端已生效')
    },
    onSettled: () => cache.invalidateQueries({ queryKey: [name] }),
  })
  if (!setting.data)
    return setting.error ? (
      <Failure error={setting.error} retry={() => void setting.refetch()} />
    ) : (
      <Waiting />
    )
  return (
    <SettingEditor
      setting={setting.data}
      draft={draft}
      may={may('site.write')}
      action="保存并生效"
      busy={save.isPending}
      error={save.error}
      onSave={save.mutate}
      long={{ webcontent: html => <PhonePreview title="首页弹窗" html={html} /> }}
    />
  )
}
