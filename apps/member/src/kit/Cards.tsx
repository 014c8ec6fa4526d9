import { Alert, Card, Progress, Steps, Vault } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { Rich } from '../ui/Rich.tsx'
import { Example } from './Example.tsx'

const steps = ['提交申请', '人工审核', '获得专属链接']
const long =
  '请使用 TRC20 协议付款。协议选择错误，资产将无法找回；到账后自动入账，如有疑问请联系人工客服。'
const html = `<h2>活动规则</h2><p>每日 <b>三次</b>，${long}</p><ul><li>第一条</li><li>第二条</li></ul>
<table><tr><th>等级</th><th>返水</th></tr><tr><td>VIP1</td><td>0.50%</td></tr></table>`

export const Cards = () => (
  <>
    <Example name="Card: padded, bare">
      <Card>一张卡片</Card>
      <Card pad={false}>没有留白</Card>
    </Example>
    <Example name="Vault: money, reward">
      <Vault label="总资产">
        <p className="sub">总资产</p>
        <Money yuan={10_000} size={34} />
      </Vault>
      <Vault gold label="佣金">
        <p className="sub">佣金</p>
        <Money yuan={688} size={34} />
      </Vault>
    </Example>
    <Example name="Alert: warns, refuses, explains, long text">
      <Alert>再完成 ¥300.00 有效投注即可取款</Alert>
      <Alert kind="red">余额不足</Alert>
      <Alert kind="blue" icon="shield">
        绑定后仅显示账号后四位
      </Alert>
      <Alert kind="red">{long}</Alert>
    </Example>
    <Example name="Steps: none done, one, all">
      <Steps steps={steps} />
      <Steps steps={steps} done={1} />
      <Steps steps={steps} done={3} />
    </Example>
    <Example name="Progress: 0, 40, 100 percent">
      {[0, 40, 100].map(percent => (
        <Progress key={percent} label="升级进度" percent={percent} />
      ))}
    </Example>
    <Example name="Rich">
      <Card>
        <Rich html={html} />
      </Card>
    </Example>
  </>
)
