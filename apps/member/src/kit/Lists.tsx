import { Count } from '../ui/Chip.tsx'
import { InfiniteList, type Paged } from '../ui/InfiniteList.tsx'
import { ButtonRow, LinkRow, List, Pairs, Row } from '../ui/List.tsx'
import { Money } from '../ui/Money.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Example } from './Example.tsx'
import css from './kit.module.css'

const long = '邀请好友，按月结算佣金，每一笔都可以逐行核对，随时查看下级数据与账单明细'
const nothing = () => undefined

export const Lists = () => (
  <>
    <Example name="List with icons: link, long text, button, count">
      <List icons label="更多">
        <LinkRow icon="phone" title="APP下载" href="#Lists" />
        <LinkRow icon="hands" title="合营计划" note={long} href="#Lists" />
        <ButtonRow icon="power" title="退出登录" onClick={nothing} />
        <LinkRow icon="mail" title="消息中心" end={<Count number={12} />} href="#Lists" />
      </List>
    </Example>
    <Example name="List without icons: row, button with an arrow">
      <List>
        <Row title="中心钱包" end={<Money yuan={10_000} />} />
        <ButtonRow title="登录密码" note="上次修改：2026-07-18" go onClick={nothing} />
      </List>
    </Example>
    <Example name="Pairs: short, long, total">
      <Pairs
        className={css.wide}
        pairs={[
          { label: '订单号', value: 'T2026071800000001' },
          { label: '说明', value: long },
          { label: '实际到账', value: <Money yuan={100} size={20} />, strong: true },
        ]}
      />
    </Example>
    <Example name="InfiniteList: coming, empty, failed">
      <Rows list={{ ...paged, rows: undefined, loading: true }} />
      <Rows list={{ ...paged, rows: [] }} />
      <Rows list={{ ...paged, rows: undefined, failed: true, words: '系统维护中' }} />
    </Example>
    <Example name="InfiniteList: more to come, ended, failed at the end">
      <Rows list={{ ...paged, hasMore: true }} />
      <Rows list={paged} />
      <Rows list={{ ...paged, failed: true }} />
    </Example>
  </>
)

const paged: Paged<string> = {
  rows: ['第一行', '第二行'],
  hasMore: false,
  loading: false,
  failed: false,
  onMore: nothing,
  onRetry: nothing,
}

const Rows = ({ list }: { list: Paged<string> }) => (
  <div className={css.wide}>
    <InfiniteList list={list} empty={<Empty />}>
      {rows => (
        <List>
          {rows.map(row => (
            <Row key={row} title={row} />
          ))}
        </List>
      )}
    </InfiniteList>
  </div>
)
