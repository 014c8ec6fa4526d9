import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { AmountField, QuickSums } from '../ui/field/AmountField.tsx'
import { FieldError, PasswordField, SelectField, TextArea, TextField } from '../ui/field/Field.tsx'
import { Picker } from '../ui/field/Picker.tsx'
import { Tick } from '../ui/field/Tick.tsx'
import { Example } from './Example.tsx'

const banks = ['中国工商银行', '中国建设银行', '支付宝'].map(name => ({ key: name, label: name }))
const longName = '中国工商银行股份有限公司北京市朝阳区国际贸易中心支行营业部'
const longNote =
  '为及时到账，请务必输入正确的存款人姓名；姓名不符的款项会原路退回，需要一至三个工作日'

export const Fields = () => (
  <>
    <Texts />
    <Passwords />
    <Selects />
    <Areas />
    <Ticks />
    <Amounts />
  </>
)

function Texts() {
  const [value, setValue] = useState('')
  const field = { value, onChange: setValue, placeholder: '请输入姓名' }
  const filled = { value: value || '张三', onChange: setValue }
  return (
    <>
      <Example name="TextField: empty, filled, note, long note">
        <TextField {...field} label="持卡人姓名" />
        <TextField {...filled} label="持卡人姓名" />
        <TextField {...filled} label="持卡人姓名" note="姓名须与账户户名一致" />
        <TextField {...filled} label="持卡人姓名" note={longNote} />
      </Example>
      <Example name="TextField: error, read-only, icon without a label, aside, end, date">
        <TextField {...field} label="持卡人姓名" error="请输入姓名" />
        <TextField {...filled} label="用户名" readOnly />
        <TextField {...field} name="用户名" icon="user" placeholder="用户名" />
        <TextField {...field} label="金额" aside="单笔最低 ¥100" />
        <TextField {...filled} label="地址" end={<span className="link">粘贴</span>} />
        <TextField {...field} label="生日" type="date" />
      </Example>
      <Example name="FieldError by itself">
        <FieldError text="场馆内钱包不支持互转" />
      </Example>
    </>
  )
}

function Passwords() {
  const [value, setValue] = useState('888888')
  const field = { value, onChange: setValue, label: '支付密码', placeholder: '请输入支付密码' }
  return (
    <Example name="PasswordField: filled, empty, error, without an icon">
      <PasswordField {...field} />
      <PasswordField {...field} value="" />
      <PasswordField {...field} error="请输人支付密码" />
      <PasswordField {...field} icon={null} />
    </Example>
  )
}

function Selects() {
  const [open, setOpen] = useState(false)
  const [bank, setBank] = useState<string>()
  const field = { label: '取款方式', placeholder: '请选择银行/机构', onOpen: () => setOpen(true) }
  return (
    <Example name="SelectField: chosen or not (opens a Picker), error, long text, icon">
      <SelectField {...field} value={bank} />
      <SelectField {...field} value={undefined} error="请输入银行/机构" />
      <SelectField {...field} value={longName} />
      <SelectField {...field} value="支付宝" icon="wallet" />
      <Picker
        open={open}
        title="选择银行/机构"
        choices={banks}
        value={bank}
        onChoose={setBank}
        onClose={() => setOpen(false)}
      />
    </Example>
  )
}

function Areas() {
  const [value, setValue] = useState('')
  const field = { value, onChange: setValue, label: '申请理由', placeholder: '请说说您的推广渠道' }
  return (
    <Example name="TextArea: empty, few characters left, error">
      <TextArea {...field} maxLength={500} />
      <TextArea {...field} value="我有三个推广渠道" maxLength={9} />
      <TextArea {...field} maxLength={500} error="请输入申请理由" />
    </Example>
  )
}

function Ticks() {
  const [value, setValue] = useState(false)
  const field = { value, onChange: setValue, label: '我确认该地址为本人所有' }
  return (
    <Example name="Tick: not set, set, long note, error">
      <Tick {...field} />
      <Tick {...field} value />
      <Tick {...field} note={longNote} />
      <Tick {...field} error="请确认该地址为本人所有" />
    </Example>
  )
}

const sums = ['100', '500', '1000', '5000'].map(value => ({ label: `¥${value}`, value }))

function Amounts() {
  const [value, setValue] = useState('1000')
  const field = { value, onChange: setValue, label: '存款金额' }
  const most = (
    <Button kind="tonal" size={36} onClick={() => setValue('999999999.99')}>
      最大金额
    </Button>
  )
  return (
    <>
      <Example name="AmountField: filled, empty with a note, error, with a button, the longest">
        <AmountField {...field} />
        <AmountField {...field} value="" note="单笔 ¥100 – ¥10,000" />
        <AmountField {...field} error="请输入金额在100-10000之间！" />
        <AmountField {...field} end={most} aside="单笔最低 ¥100" />
        <AmountField {...field} value="999999999.99" end={most} />
      </Example>
      <Example name="QuickSums">
        <QuickSums sums={sums} value={value} onChoose={setValue} />
      </Example>
    </>
  )
}
