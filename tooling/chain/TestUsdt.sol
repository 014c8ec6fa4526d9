// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// Play USDT of tests and sandboxes. Like the real one it has six decimals, answers nothing to
/// `transfer`, and refuses listed senders. Anybody may issue it: it is worth nothing.
contract TestUsdt {
    string public constant name = "Play USDT";
    string public constant symbol = "pUSDT";
    uint8 public constant decimals = 6;

    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlackListed;
    uint256 public totalSupply;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function issue(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setBlackListed(address account, bool listed) external {
        isBlackListed[account] = listed;
    }

    function transfer(address to, uint256 value) external {
        require(!isBlackListed[msg.sender] && !isBlackListed[to]);
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}
