import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call, callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { SettingEditor } from '../../parts/settings/SettingEditor.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'

const name = 'POST /api/console/site/show'
const draft = 'site/app'

/** Settings of the member app. They need no second person: they count once saved. */
export function SiteSetting() {
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
  if (!setting.data) return <Unloaded query={setting} />
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
