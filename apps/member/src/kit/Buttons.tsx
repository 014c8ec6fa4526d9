import { useState } from 'react'
import { ActionBar, Button, ButtonLink, IconButton } from '../ui/Button.tsx'
import { Vault } from '../ui/Card.tsx'
import { Chip } from '../ui/Chip.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Switch } from '../ui/field/Switch.tsx'
import { Segment, Tabs } from '../ui/Tabs.tsx'
import { Example } from './Example.tsx'
import css from './kit.module.css'
import { pressed } from './pressed.ts'

const kinds = ['primary', 'tonal', 'quiet', 'line', 'danger', 'gold'] as const
const long = '提交并确认我已阅读全部规则与说明，同意继续办理'

export const Buttons = () => (
  <>
    {kinds.map(kind => (
      <Example key={kind} name={`Button ${kind}: default, pressed, disabled, busy`}>
        <Four kind={kind} />
      </Example>
    ))}
    <Example name="Button glass, on a vault: default, pressed, disabled, busy">
      <Vault className={css.stage}>
        <Four kind="glass" />
      </Vault>
    </Example>
    <Example name="Button: 52, 44, 36, with an icon">
      <Button>存款</Button>
      <Button size={44}>存款</Button>
      <Button size={36}>存款</Button>
      <Button size={44} kind="tonal" icon="plus">
        添加
      </Button>
    </Example>
    <Example name="Button block: default, long text, busy">
      <Button block>登录</Button>
      <Button block>{long}</Button>
      <Button block busy>
        登录
      </Button>
    </Example>
    <Example name="ButtonLink: default, block with an icon">
      <ButtonLink size={44} kind="tonal" href="#Buttons">
        联系客服
      </ButtonLink>
      <ButtonLink block icon="deposit" href="#Buttons">
        立即下载
      </ButtonLink>
    </Example>
    <Example name="IconButton: 16, 20, 24">
      <IconButton icon="refresh" label="刷新" size={16} />
      <IconButton icon="eye" label="显示" />
      <IconButton icon="back" label="返回" size={24} />
    </Example>
    <Example name="CopyButton: with its word, short">
      <CopyButton text="T2026071800000001" what="订单号" />
      <CopyButton short text="T2026071800000001" what="订单号" />
    </Example>
    <Choices />
    <Example name="ActionBar: two buttons, one, busy">
      <div className={css.screen}>
        <ActionBar>
          <Button kind="quiet">取消</Button>
          <Button>立即取款 ¥1,234.50</Button>
        </ActionBar>
      </div>
      <div className={css.screen}>
        <ActionBar>
          <Button>确认添加</Button>
        </ActionBar>
      </div>
      <div className={css.screen}>
        <ActionBar>
          <Button busy>确认添加</Button>
        </ActionBar>
      </div>
    </Example>
  </>
)

type Kind = Parameters<typeof Button>[0]['kind']

const Four = ({ kind }: { kind: Kind }) => (
  <>
    <Button kind={kind}>存款</Button>
    <Button kind={kind} className={pressed}>
      存款
    </Button>
    <Button kind={kind} disabled>
      存款
    </Button>
    <Button kind={kind} busy>
      存款
    </Button>
  </>
)

const three = [
  { key: 'a', label: '全部' },
  { key: 'b', label: '真人' },
  { key: 'c', label: '体育' },
] as const

function Choices() {
  const [on, setOn] = useState(true)
  const [tab, setTab] = useState<'a' | 'b' | 'c'>('a')
  return (
    <>
      <Example name="Switch: on, off, disabled">
        <Switch label="自动免转" on={on} onChange={setOn} />
        <Switch label="自动免转" on={!on} onChange={next => setOn(!next)} />
        <Switch label="自动免转" on={on} disabled onChange={setOn} />
      </Example>
      <Example name="Chip: chosen, not chosen, opens a sheet">
        <Chip on onClick={() => undefined}>
          近7天
        </Chip>
        <Chip on={false} onClick={() => undefined}>
          近15天
        </Chip>
        <Chip on={false} opens onClick={() => undefined}>
          全平台
        </Chip>
      </Example>
      <Example name="Tabs">
        <Tabs label="类型" tabs={three} value={tab} onChange={setTab} />
      </Example>
      <Example name="Segment">
        <Segment label="类型" tabs={three} value={tab} onChange={setTab} />
      </Example>
    </>
  )
}
