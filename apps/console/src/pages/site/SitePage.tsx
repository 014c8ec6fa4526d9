import { href } from '../../app/address.ts'
import { useTab } from '../../app/params.ts'
import { useOperator } from '../../app/session/operator.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Room } from '../../ui/Room.tsx'
import { Articles } from './Articles.tsx'
import { Banners } from './Banners.tsx'
import { Library } from './Library.tsx'
import { Messages } from './Messages.tsx'
import { Notices } from './Notices.tsx'
import { SiteSetting } from './SiteSetting.tsx'

const setting = { key: '', text: '站点设置', show: SiteSetting }
const tabs = [
  setting,
  { key: 'banners', text: '轮播图', show: Banners },
  { key: 'notices', text: '公告', show: Notices },
  { key: 'articles', text: '文章', show: Articles },
  { key: 'library', text: '素材库', show: Library },
  { key: 'messages', text: '站内信', show: Messages },
]

/** What the member app shows. */
export default function SitePage() {
  const { may } = useOperator()
  const shown = tabs.filter(({ key }) => key !== 'messages' || may('message.read'))
  const { key: current, show: Shown } = useTab(shown, setting)
  return (
    <Room
      title="站点"
      tools={
        <LinkTabs
          label="站点内容"
          current={current}
          tabs={shown.map(({ key, text }) => ({
            key,
            text,
            href: href('/site', key ? { tab: key } : {}),
          }))}
        />
      }
    >
      <Shown />
    </Room>
  )
}
