/** Said wherever a match under way can be bet on. */
export function DelayNote() {
  return (
    <p className="pad cap c2 delay" role="note">
      滚球提示：画面、比分与赔率到达您的设备有延迟，别人可能先看到。注单是否成立、按什么赔率成立，以服务器为准。
    </p>
  )
}
