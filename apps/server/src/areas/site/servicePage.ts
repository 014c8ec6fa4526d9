/**
 * The site's own customer-service page, shown in /kefu's frame until an operator sets the address
 * of a real desk.
 */
export const servicePage = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>在线客服</title>
<style>
  body { margin: 0; padding: 24px 16px; font: 15px/24px "PingFang SC", "HarmonyOS Sans SC", "Noto Sans CJK SC", sans-serif; background: #f3f5f9; color: #111827; }
  @media (prefers-color-scheme: dark) { body { background: #0c1018; color: #f2f5fa; } }
  main { max-width: 448px; margin: 0 auto; }
  h1 { font-size: 20px; line-height: 28px; margin: 0 0 8px; }
  h2 { font-size: 15px; margin: 20px 0 4px; }
  p { margin: 0 0 8px; opacity: .85; }
</style>
</head>
<body>
<main>
  <h1>在线客服</h1>
  <p>客服时间：每天 00:00–24:00（北京时间）。</p>
  <h2>存款没有到账？</h2>
  <p>请在“我的 › 交易记录”中复制订单号，并保留付款凭证。银行转账需要人工审核，通常在十分钟内完成。</p>
  <h2>转账显示“待结算”？</h2>
  <p>场馆尚未确认这笔转账。资金不会丢失：系统会持续向场馆查询，确认后自动到账或退回。</p>
  <h2>无法取款？</h2>
  <p>取款页会写明原因：还差多少流水、超出限额或支付密码锁定（30 分钟后自动解除）。</p>
  <h2>想休息一下？</h2>
  <p>在“我的 › 理性博彩”可以设置限额、暂停投注或自我排除，当时生效；也可以告诉客服。</p>
</main>
</body>
</html>
`
