// Expressions and the answers of NumPy 2.4.6. Written by:
//     python3 tests/data/numpy_expressions.py

pub const FUNCTIONS: [(usize, fn(&Case)); 194] = [(0, static_0), (1, static_1), (2, static_2), (2, mixed_2), (3, static_3), (4, static_4), (5, static_5), (6, static_6), (6, mixed_6), (7, static_7), (7, mixed_7), (8, static_8), (9, static_9), (10, static_10), (12, static_12), (13, static_13), (14, static_14), (15, static_15), (16, mixed_16), (17, mixed_17), (18, static_18), (20, static_20), (21, static_21), (22, mixed_22), (24, static_24), (25, mixed_25), (26, static_26), (27, static_27), (30, static_30), (31, mixed_31), (33, static_33), (33, mixed_33), (35, static_35), (35, mixed_35), (36, static_36), (37, static_37), (39, static_39), (40, static_40), (42, static_42), (43, static_43), (43, mixed_43), (44, static_44), (45, static_45), (45, mixed_45), (46, static_46), (47, mixed_47), (48, static_48), (51, static_51), (51, mixed_51), (54, static_54), (57, static_57), (58, static_58), (60, static_60), (63, static_63), (64, mixed_64), (66, static_66), (69, static_69), (69, mixed_69), (72, static_72), (75, static_75), (77, mixed_77), (78, static_78), (81, static_81), (81, mixed_81), (84, static_84), (87, static_87), (89, mixed_89), (90, static_90), (91, static_91), (91, mixed_91), (93, static_93), (93, mixed_93), (96, static_96), (98, static_98), (99, static_99), (102, static_102), (105, static_105), (108, static_108), (111, static_111), (114, static_114), (117, static_117), (117, mixed_117), (120, static_120), (123, static_123), (123, mixed_123), (126, static_126), (126, mixed_126), (129, static_129), (132, static_132), (135, static_135), (138, static_138), (141, static_141), (141, mixed_141), (144, static_144), (147, static_147), (147, mixed_147), (150, static_150), (153, static_153), (153, mixed_153), (155, static_155), (156, static_156), (159, static_159), (159, mixed_159), (162, static_162), (165, static_165), (168, static_168), (171, static_171), (174, static_174), (175, static_175), (177, static_177), (177, mixed_177), (180, static_180), (183, static_183), (186, static_186), (189, static_189), (189, mixed_189), (192, static_192), (193, static_193), (195, static_195), (195, mixed_195), (198, static_198), (198, mixed_198), (201, static_201), (201, mixed_201), (204, static_204), (207, static_207), (210, static_210), (213, static_213), (213, mixed_213), (216, static_216), (216, mixed_216), (217, static_217), (219, static_219), (222, static_222), (222, mixed_222), (223, static_223), (225, static_225), (228, static_228), (231, static_231), (234, static_234), (234, mixed_234), (237, static_237), (237, mixed_237), (240, static_240), (243, static_243), (245, mixed_245), (246, static_246), (249, static_249), (249, mixed_249), (252, static_252), (252, mixed_252), (255, static_255), (258, static_258), (258, mixed_258), (260, static_260), (260, mixed_260), (261, static_261), (264, static_264), (265, mixed_265), (266, mixed_266), (267, static_267), (267, mixed_267), (270, static_270), (270, mixed_270), (271, static_271), (271, mixed_271), (273, static_273), (276, static_276), (276, mixed_276), (279, static_279), (282, static_282), (285, static_285), (288, static_288), (291, static_291), (294, static_294), (294, mixed_294), (297, static_297), (297, mixed_297), (300, static_300), (303, static_303), (306, static_306), (309, static_309), (309, mixed_309), (312, static_312), (315, static_315), (318, static_318), (321, static_321), (324, static_324), (324, mixed_324), (327, static_327), (330, mixed_330), (333, mixed_333), (336, mixed_336), (339, mixed_339)];

fn static_0(case: &Case) {
    let v0 = Tensor::<bool, shape![4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<i32, shape![4, 2]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.maximum(&v1);
    let v5 = Tensor::<i32, shape![]>::from_vec(case.input(5)).unwrap();
    let v6 = einsum!("bd,->db"; &v4, &v5);
    let v7 = v6.broadcast_to::<shape![2, 4]>();
    compare!(case, v7, Tensor<i32, shape![2, 4]>);
}

fn static_1(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1, 5, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("dfb,c->bd"; &v2.view(), &v3.view());
    compare!(case, v4, Tensor<f64, shape![2, 1]>);
}

fn static_2(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(1);
    let v2 = v1.sum_axis::<-1>();
    let v3 = &v1 - &v2;
    compare!(case, v3, Tensor<i32, shape![1]>);
}

fn mixed_2(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(1..2);
    let v2 = v1.sum_axis::<-1>();
    let v3 = &v1 - &v2;
    compare!(case, v3);
}

fn static_3(case: &Case) {
    let v0 = InlineTensor::<f32, shape![0, 1, 40, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![0, 1, 40, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.greater_equal(&v0);
    let v3 = v2.narrow::<-1, dim!(1)>(0);
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![0]>();
    compare!(case, v4, InlineTensor<bool, shape![0]>);
}

fn static_4(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("ca,bdc->dcb"; &v1, &v0);
    let v3 = v2.permute::<axes![-2, -3, -1]>();
    let v4 = InlineTensor::<i32, shape![3, 3, 1]>::from_slice(&case.input(4)).unwrap();
    let v5 = &v3 + &v4;
    compare!(case, v5, Tensor<i32, shape![3, 3, 1]>);
}

fn static_5(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 3, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![1, 3, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = InlineTensor::<f64, shape![3, 1, 2]>::from_slice(&case.input(4)).unwrap();
    let v5 = &v4 - &v3;
    let v6 = v5.transpose();
    compare!(case, v6, Tensor<f64, shape![3, 2, 3]>);
}

fn static_6(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = v1.permute::<axes![-1, -2, -3]>();
    let v3 = Tensor::<f32, shape![2, 2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    let v5 = v4.max_axes::<axes![-3, -2]>();
    compare!(case, v5, Tensor<f32, shape![1, 1, 2]>);
}

fn mixed_6(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![2, _, _]>::try_from([2, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = v1.permute::<axes![-1, -2, -3]>();
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![_, _, _]>::try_from([2, 2, 2]).unwrap(), case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    let v5 = v4.max_axes::<axes![-3, -2]>();
    compare!(case, v5);
}

fn static_7(case: &Case) {
    let v0 = Tensor::<f64, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = v1.sum_axis::<-1>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn mixed_7(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = v1.sum_axis::<-1>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3);
}

fn static_8(case: &Case) {
    let v0 = InlineTensor::<bool, shape![4, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.all_axis::<-2>();
    let v2 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = &v2 / &v4;
    let v6 = v5.swap_axes::<-1, -1>();
    compare!(case, v6, Tensor<f32, shape![2, 2]>);
}

fn static_9(case: &Case) {
    let v0 = InlineTensor::<i32, shape![4, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![2, 4, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("abc,->a"; &v2, &v3);
    let v5 = &v4 + &v1;
    compare!(case, v5, Tensor<i32, shape![2, 4, 2]>);
}

fn static_10(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 4, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1, 4, 2, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v2.narrow::<-3, dim!(1)>(2);
    let v4 = &v3 / &v1;
    let v5 = v4.index_axis::<-2>(0);
    compare!(case, v5, Tensor<f32, shape![2, 4, 2]>);
}

fn static_12(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![5, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<f64, shape![2, 5, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.less_equal(&v2);
    compare!(case, v4, Tensor<bool, shape![2, 5, 2]>);
}

fn static_13(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2, 3, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = Tensor::<f64, shape![2, 1, 1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.equal(&v2);
    compare!(case, v4, Tensor<bool, shape![2, 2, 3, 3]>);
}

fn static_14(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 5, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 5, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![1, 5, 7]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = InlineTensor::<f32, shape![]>::from_slice(&case.input(4)).unwrap();
    let v5 = InlineTensor::<f32, shape![4]>::from_slice(&case.input(5)).unwrap();
    let v6 = einsum!("bce,f,->ebf"; &v3.view(), &v5.view(), &v4.view());
    let v7 = v5.minimum(&v6);
    let v8 = Tensor::<f32, shape![2]>::from_vec(case.input(8)).unwrap();
    let v9 = einsum!("f,cae->"; &v8, &v7);
    compare!(case, v9, Tensor<f32, shape![]>);
}

fn static_15(case: &Case) {
    let v0 = InlineTensor::<i32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("a,->"; &v1.view(), &v0.view());
    let v3 = &v0 - &v2;
    let v4 = Tensor::scalar(v3.argmin()).map(|place| place as i32);
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn mixed_16(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 4, 2, 3]>::try_from([3, 4, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -3>();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![1, _, 1, _]>::try_from([1, 3, 1, 4]).unwrap(), case.input(2)).unwrap();
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([4]).unwrap(), case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4);
}

fn mixed_17(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1, 1, 1]>();
    let v3 = v2.transpose();
    let v4 = v3.permute::<axes![-1, -2, -3]>();
    compare!(case, v4);
}

fn static_18(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.equal(&v1);
    let v3 = InlineTensor::<f32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = InlineTensor::<f32, shape![1, 2]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<f32, shape![2, 2]>);
}

fn static_20(case: &Case) {
    let v0 = Tensor::<f32, shape![4, 1, 0]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![4, 1, 0]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = InlineTensor::<f32, shape![1]>::from_slice(&case.input(3)).unwrap();
    let v4 = v3.matmul(&v2);
    let v5 = v4.insert_axis::<-2>();
    compare!(case, v5, Tensor<f32, shape![4, 1, 0]>);
}

fn static_21(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = &v1 - &v0;
    let v3 = &v2 + &v0;
    compare!(case, v3, InlineTensor<i32, shape![2]>);
}

fn mixed_22(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 4, _]>::try_from([2, 4, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-3>(0..1);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(2)).unwrap();
    let v3 = einsum!("cab,e->bce"; &v1.view(), &v2.view());
    let v4 = &v3 - &v2;
    compare!(case, v4);
}

fn static_24(case: &Case) {
    let v0 = Tensor::<f64, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.not_equal(&v1);
    let v3 = Tensor::<f64, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.select(&v0, &v3);
    let v5 = v4.broadcast_to::<shape![2]>();
    compare!(case, v5, Tensor<f64, shape![2]>);
}

fn mixed_25(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![5]>::try_from([5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = v1.swap_axes::<-1, -2>();
    let v3 = &v1 * &v2;
    let v4 = v2.maximum(&v3);
    compare!(case, v4);
}

fn static_26(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3, 2, 4]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!(",bea->e"; &v0.view(), &v1.view());
    let v3 = v2.var_axis::<-1>();
    compare!(case, v3, Tensor<f64, shape![1]>);
}

fn static_27(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v2.index_axis::<-2>(0);
    let v4 = &v3 - &v0;
    compare!(case, v4, Tensor<f64, shape![2, 2]>);
}

fn static_30(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2, 3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -3, -2]>();
    let v2 = v1.transpose();
    compare!(case, v2, InlineTensor<i32, shape![3, 3, 2]>);
}

fn mixed_31(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = v1.minimum(&v2);
    let v4 = &v3 + &v2;
    compare!(case, v4);
}

fn static_33(case: &Case) {
    let v0 = Tensor::<f32, shape![5, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(2);
    let v2 = v1.insert_axis::<-3>();
    compare!(case, v2, Tensor<f32, shape![1, 5, 1]>);
}

fn mixed_33(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, 4]>::try_from([5, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(2..3);
    let v2 = v1.insert_axis::<-3>();
    compare!(case, v2);
}

fn static_35(case: &Case) {
    let v0 = Tensor::<f32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(0);
    let v2 = v0.less(&v1);
    let v3 = Tensor::<f32, shape![2]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.select(&v1, &v3);
    compare!(case, v4, Tensor<f32, shape![2]>);
}

fn mixed_35(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..1);
    let v2 = v0.less(&v1);
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(3)).unwrap();
    let v4 = v2.select(&v1, &v3);
    compare!(case, v4);
}

fn static_36(case: &Case) {
    let v0 = InlineTensor::<f32, shape![1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.var_axis::<-1>();
    compare!(case, v2, InlineTensor<f32, shape![1, 1]>);
}

fn static_37(case: &Case) {
    let v0 = Tensor::<bool, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.any());
    let v2 = Tensor::<f64, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = InlineTensor::<f64, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = Tensor::<f64, shape![5]>::from_vec(case.input(5)).unwrap();
    let v6 = einsum!(",c->c"; &v4, &v5);
    let v7 = Tensor::<f64, shape![1]>::from_vec(case.input(7)).unwrap();
    let v8 = &v6 * &v7;
    compare!(case, v8, Tensor<f64, shape![5]>);
}

fn static_39(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![1, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = InlineTensor::<i32, shape![3, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("ce,ab->abc"; &v3.view(), &v2.view());
    let v5 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    compare!(case, v6, Tensor<i32, shape![3, 3]>);
}

fn static_40(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.argmax()).map(|place| place as i32);
    let v2 = Tensor::<i32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = &v1 - &v2;
    let v4 = InlineTensor::<i32, shape![]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!(",->"; &v3.view(), &v4.view());
    compare!(case, v5, Tensor<i32, shape![]>);
}

fn static_42(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![3, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.narrow::<-1, dim!(2)>(1);
    compare!(case, v3, Tensor<f32, shape![3, 2]>);
}

fn static_43(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axes::<axes![-3, -1]>();
    let v2 = &v1 / &v0;
    compare!(case, v2, Tensor<i32, shape![2, 2, 3]>);
}

fn mixed_43(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, _, 3]>::try_from([2, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.min_axes::<axes![-3, -1]>();
    let v2 = &v1 / &v0;
    compare!(case, v2);
}

fn static_44(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f64, shape![1, 1, 3]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!(",b,ced->ced"; &v3.view(), &v2.view(), &v4.view());
    let v6 = v5.greater(&v4);
    compare!(case, v6, Tensor<bool, shape![1, 1, 3]>);
}

fn static_45(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -3>();
    let v2 = v1.swap_axes::<-3, -3>();
    compare!(case, v2, Tensor<f64, shape![3, 3, 2]>);
}

fn mixed_45(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, _, _]>::try_from([2, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -3>();
    let v2 = v1.swap_axes::<-3, -3>();
    compare!(case, v2);
}

fn static_46(case: &Case) {
    let v0 = InlineTensor::<bool, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = Tensor::<f32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = Tensor::scalar(v4.min());
    let v6 = v5.minimum(&v3);
    compare!(case, v6, Tensor<f32, shape![]>);
}

fn mixed_47(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![1, 2, 2, _]>::try_from([1, 2, 2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, _, _]>::try_from([1, 2, 2, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = &v2 + &v1;
    let v4 = v3.broadcast_to_with(<shape![_, _, _, _]>::try_from([2, 2, 2, 3]).unwrap());
    compare!(case, v4);
}

fn static_48(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 3, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("dcbf,b->fdc"; &v0, &v1);
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = InlineTensor::<f32, shape![3, 3]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!("baf,,fc->ab"; &v2.view(), &v3.view(), &v4.view());
    compare!(case, v5, Tensor<f32, shape![2, 2]>);
}

fn static_51(case: &Case) {
    let v0 = Tensor::<f64, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = Tensor::<i32, shape![3]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.greater(&v2);
    let v4 = v3.any_axis::<-1>();
    compare!(case, v4, Tensor<bool, shape![1]>);
}

fn mixed_51(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.greater(&v2);
    let v4 = v3.any_axis::<-1>();
    compare!(case, v4);
}

fn static_54(case: &Case) {
    let v0 = InlineTensor::<f32, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("e,ce->c"; &v0.view(), &v1.view());
    let v3 = Tensor::<f32, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    let v5 = Tensor::<f32, shape![2]>::from_vec(case.input(5)).unwrap();
    let v6 = &v4 * &v5;
    let v7 = v6.sum_axis::<-1>();
    compare!(case, v7, Tensor<f32, shape![1]>);
}

fn static_57(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(2)).unwrap();
    let v3 = v2.equal(&v1);
    compare!(case, v3, Tensor<bool, shape![1]>);
}

fn static_58(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.min());
    let v2 = InlineTensor::scalar(v1.sum());
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.maximum(&v2);
    let v5 = v2.minimum(&v4);
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn static_60(case: &Case) {
    let v0 = InlineTensor::<i32, shape![5, 2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.transpose();
    let v2 = &v1 / &v0;
    compare!(case, v2, InlineTensor<i32, shape![5, 2, 2]>);
}

fn static_63(case: &Case) {
    let v0 = Tensor::<i32, shape![1, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = &v1 - &v0;
    let v3 = InlineTensor::<i32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.equal(&v3);
    compare!(case, v4, Tensor<bool, shape![1, 4]>);
}

fn mixed_64(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([4]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 0]>::try_from([4, 1, 0]).unwrap(), case.input(1)).unwrap();
    let v2 = einsum!("bcd,b->"; &v1, &v0);
    let v3 = Tensor::scalar(v2.sum());
    let v4 = &v3 / &v1;
    let v5 = v4.slice_axis::<-2>(0..1);
    compare!(case, v5);
}

fn static_66(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![7, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!(",cf->"; &v0.view(), &v1.view());
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.minimum(&v2);
    let v5 = v1.maximum(&v4);
    let v6 = v5.max_axis::<-1>();
    compare!(case, v6, Tensor<f64, shape![7, 1]>);
}

fn static_69(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = Tensor::<i32, shape![3, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.minimum(&v2);
    let v4 = v3.maximum(&v1);
    let v5 = v4.argmin_axis::<-1>().map(|place| place as i32);
    compare!(case, v5, Tensor<i32, shape![3, 1]>);
}

fn mixed_69(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![3, _]>::try_from([3, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_, 1]>::try_from([3, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.minimum(&v2);
    let v4 = v3.maximum(&v1);
    let v5 = v4.argmin_axis::<-1>().map(|place| place as i32);
    compare!(case, v5);
}

fn static_72(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(0);
    let v2 = v1.var_axis::<-1>();
    compare!(case, v2, InlineTensor<f64, shape![2, 1]>);
}

fn static_75(case: &Case) {
    let v0 = InlineTensor::<f32, shape![1, 1, 3, 5]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-3>();
    let v2 = v1.sum_axis::<-2>();
    let v3 = Tensor::<f32, shape![1, 1, 1, 5]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.maximum(&v2);
    compare!(case, v4, Tensor<f32, shape![1, 1, 1, 5]>);
}

fn mixed_77(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-1>();
    let v2 = v1.var_axis::<-1>();
    compare!(case, v2);
}

fn static_78(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![0]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!("eb,c->c"; &v0, &v1);
    let v3 = &v1 - &v2;
    let v4 = v3.narrow::<-1, dim!(0)>(0);
    compare!(case, v4, InlineTensor<f64, shape![0]>);
}

fn static_81(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(1);
    let v2 = v1.broadcast_to::<shape![1]>();
    let v3 = Tensor::<f64, shape![1, 3]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    compare!(case, v4, Tensor<f64, shape![3]>);
}

fn mixed_81(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(1..2);
    let v2 = v1.broadcast_to_with(<shape![_]>::try_from([1]).unwrap());
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![1, _]>::try_from([1, 3]).unwrap(), case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    compare!(case, v4);
}

fn static_84(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.less(&v0);
    let v3 = Tensor::<f64, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.select(&v1, &v3);
    let v5 = v4.insert_axis::<-1>();
    compare!(case, v5, Tensor<f64, shape![1]>);
}

fn static_87(case: &Case) {
    let v0 = Tensor::<i32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!("b,->"; &v1.view(), &v0.view());
    let v3 = InlineTensor::<i32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![2, 5]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!(",,cf->c"; &v2.view(), &v3.view(), &v4.view());
    let v6 = &v5 + &v0;
    compare!(case, v6, Tensor<i32, shape![2]>);
}

fn mixed_89(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 3, 1]>::try_from([4, 3, 1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.all_axis::<-3>();
    let v2 = v1.any_axis::<-3>();
    compare!(case, v2);
}

fn static_90(case: &Case) {
    let v0 = Tensor::<f32, shape![3, 0]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = InlineTensor::<f32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("a,->a"; &v2.view(), &v3.view());
    let v5 = Tensor::<f32, shape![]>::from_vec(case.input(5)).unwrap();
    let v6 = v4.not_equal(&v5);
    compare!(case, v6, Tensor<bool, shape![0]>);
}

fn static_91(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-1>();
    let v2 = v1.index_axis::<-1>(0);
    compare!(case, v2, Tensor<i32, shape![]>);
}

fn mixed_91(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.min_axis::<-1>();
    let v2 = v1.index_axis::<-1>(0);
    compare!(case, v2);
}

fn static_93(case: &Case) {
    let v0 = Tensor::<f32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = v2.index_axis::<-1>(1);
    compare!(case, v3, Tensor<bool, shape![]>);
}

fn mixed_93(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = v2.index_axis::<-1>(1);
    compare!(case, v3);
}

fn static_96(case: &Case) {
    let v0 = InlineTensor::<f32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = v2.broadcast_to::<shape![]>();
    compare!(case, v3, Tensor<f32, shape![]>);
}

fn static_98(case: &Case) {
    let v0 = Tensor::<f32, shape![4, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![4]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.greater(&v1);
    let v3 = InlineTensor::<f32, shape![4, 4]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.select(&v1, &v3);
    let v5 = v4.swap_axes::<-2, -2>();
    let v6 = v5.argmax_axis::<-1>().map(|place| place as i32);
    compare!(case, v6, Tensor<i32, shape![4, 1]>);
}

fn static_99(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.all_axis::<-1>();
    let v3 = v2.swap_axes::<-1, -1>();
    compare!(case, v3, InlineTensor<bool, shape![1, 1]>);
}

fn static_102(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.argmax()).map(|place| place as i32);
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![]>();
    let v3 = InlineTensor::<i32, shape![1, 4]>::from_slice(&case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![2]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!("ef,,b->b"; &v3.view(), &v2.view(), &v4.view());
    compare!(case, v5, Tensor<i32, shape![2]>);
}

fn static_105(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<f64, shape![3, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.index_axis::<-2>(2);
    let v5 = v4.index_axis::<-1>(1);
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn static_108(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 7, 2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 7, 2, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.transpose();
    let v4 = Tensor::<f64, shape![3, 7, 2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    let v6 = Tensor::<f64, shape![1, 7, 2, 1]>::from_vec(case.input(6)).unwrap();
    let v7 = v6.maximum(&v5);
    compare!(case, v7, Tensor<f64, shape![3, 7, 2, 2]>);
}

fn static_111(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = v2.transpose();
    let v4 = v3.narrow::<-1, dim!(0)>(1);
    compare!(case, v4, Tensor<f64, shape![2, 0]>);
}

fn static_114(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!(",b->"; &v0, &v1);
    let v3 = &v0 + &v2;
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![1, 1]>();
    let v5 = InlineTensor::<f64, shape![]>::from_slice(&case.input(5)).unwrap();
    let v6 = einsum!(",ab->ba"; &v5.view(), &v4.view());
    compare!(case, v6, Tensor<f64, shape![1, 1]>);
}

fn static_117(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 2, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 - &v2;
    let v4 = Tensor::<f64, shape![2, 2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    let v6 = v5.permute::<axes![-2, -3, -1]>();
    compare!(case, v6, Tensor<f64, shape![2, 2, 2]>);
}

fn mixed_117(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, _]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, 2, 1]>::try_from([2, 2, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 - &v2;
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![_, 2, _]>::try_from([2, 2, 2]).unwrap(), case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    let v6 = v5.permute::<axes![-2, -3, -1]>();
    compare!(case, v6);
}

fn static_120(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = v2.maximum(&v0);
    let v4 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!(",ba->"; &v3, &v4);
    let v6 = v5.insert_axis::<-1>();
    compare!(case, v6, Tensor<f64, shape![1]>);
}

fn static_123(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = v1.greater(&v0);
    let v3 = v2.broadcast_to::<shape![]>();
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![]>();
    compare!(case, v4, Tensor<bool, shape![]>);
}

fn mixed_123(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = v1.greater(&v0);
    let v3 = v2.broadcast_to::<shape![]>();
    let copy4 = v3.to_tensor();
    let v4 = copy4.reshape::<shape![]>();
    compare!(case, v4);
}

fn static_126(case: &Case) {
    let v0 = Tensor::<bool, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    let v3 = v2.any_axis::<-1>();
    compare!(case, v3, Tensor<bool, shape![1]>);
}

fn mixed_126(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    let v3 = v2.any_axis::<-1>();
    compare!(case, v3);
}

fn static_129(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![3, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let v3 = Tensor::<f64, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("ea,e->"; &v2.view(), &v3.view());
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn static_132(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = v2.sum_axis::<-1>();
    let v4 = Tensor::<f64, shape![3]>::from_vec(case.input(4)).unwrap();
    let v5 = &v3 - &v4;
    compare!(case, v5, Tensor<f64, shape![3]>);
}

fn static_135(case: &Case) {
    let v0 = InlineTensor::<i32, shape![1, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![3, 1, 4]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = InlineTensor::<i32, shape![3, 4, 4]>::from_slice(&case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = &v4 * &v1;
    let v6 = v5.not_equal(&v4);
    compare!(case, v6, Tensor<bool, shape![3, 1, 4]>);
}

fn static_138(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![2, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.greater(&v0);
    let v3 = Tensor::<f32, shape![5, 2, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.select(&v0, &v3);
    let v5 = v4.transpose();
    compare!(case, v5, Tensor<f32, shape![5, 1, 2]>);
}

fn static_141(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = Tensor::<f64, shape![4, 2, 3]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 - &v1;
    compare!(case, v3, Tensor<f64, shape![4, 2, 3]>);
}

fn mixed_141(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([4, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![4, _, 3]>::try_from([4, 2, 3]).unwrap(), case.input(2)).unwrap();
    let v3 = &v2 - &v1;
    compare!(case, v3);
}

fn static_144(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 2, 3, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![2, 2, 3, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![2, 2, 3, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.broadcast_to::<shape![2, 2, 3, 2]>();
    compare!(case, v4, Tensor<f32, shape![2, 2, 3, 2]>);
}

fn static_147(case: &Case) {
    let v0 = Tensor::<f32, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.greater_equal(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 1]>();
    let v4 = v3.broadcast_to::<shape![2, 1]>();
    let v5 = v4.all_axis::<-2>();
    compare!(case, v5, Tensor<bool, shape![1, 1]>);
}

fn mixed_147(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = v0.greater_equal(&v1);
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 1]>();
    let v4 = v3.broadcast_to_with(<shape![_, _]>::try_from([2, 1]).unwrap());
    let v5 = v4.all_axis::<-2>();
    compare!(case, v5);
}

fn static_150(case: &Case) {
    let v0 = InlineTensor::<bool, shape![3, 2, 3]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.all_axis::<-3>();
    let v2 = v1.index_axis::<-3>(0);
    let v3 = v2.transpose();
    compare!(case, v3, InlineTensor<bool, shape![3, 2]>);
}

fn static_153(case: &Case) {
    let v0 = Tensor::<f32, shape![1, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.argmax()).map(|place| place as i32);
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    compare!(case, v2, Tensor<i32, shape![1]>);
}

fn mixed_153(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, 3]>::try_from([1, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.argmax()).map(|place| place as i32);
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![1]>();
    compare!(case, v2);
}

fn static_155(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-2, -2>();
    let v2 = Tensor::scalar(v1.mean());
    let v3 = InlineTensor::<f64, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    let v5 = &v4 * &v3;
    compare!(case, v5, Tensor<f64, shape![]>);
}

fn static_156(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3, 5]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = &v2 / &v3;
    let v5 = v4.insert_axis::<-1>();
    compare!(case, v5, Tensor<i32, shape![3, 5, 1]>);
}

fn static_159(case: &Case) {
    let v0 = Tensor::<i32, shape![3, 3, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = Tensor::<i32, shape![3, 4]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    let v5 = v4.broadcast_to::<shape![3, 3, 4]>();
    let v6 = &v5 + &v4;
    compare!(case, v6, Tensor<i32, shape![3, 3, 4]>);
}

fn mixed_159(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, _, _]>::try_from([3, 3, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![3, _]>::try_from([3, 4]).unwrap(), case.input(3)).unwrap();
    let v4 = &v3 * &v2;
    let v5 = v4.broadcast_to_with(<shape![_, _, _]>::try_from([3, 3, 4]).unwrap());
    let v6 = &v5 + &v4;
    compare!(case, v6);
}

fn static_162(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 2]>();
    let v4 = InlineTensor::<i32, shape![2, 1]>::from_slice(&case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    let v6 = v5.broadcast_to::<shape![2, 2]>();
    compare!(case, v6, Tensor<i32, shape![2, 2]>);
}

fn static_165(case: &Case) {
    let v0 = InlineTensor::<bool, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![3, 2]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<f32, shape![1, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v3.swap_axes::<-2, -1>();
    let v5 = Tensor::<f32, shape![1, 1]>::from_vec(case.input(5)).unwrap();
    let v6 = v4.less_equal(&v5);
    let v7 = v6.any_axis::<-2>();
    compare!(case, v7, Tensor<bool, shape![1, 3]>);
}

fn static_168(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.max_axis::<-1>();
    let v2 = v1.index_axis::<-1>(0);
    compare!(case, v2, InlineTensor<i32, shape![]>);
}

fn static_171(case: &Case) {
    let v0 = InlineTensor::<bool, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::scalar(v0.any());
    let v2 = InlineTensor::<f32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = InlineTensor::<f32, shape![]>::from_slice(&case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, InlineTensor<f32, shape![]>);
}

fn static_174(case: &Case) {
    let v0 = InlineTensor::<f64, shape![5, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![4, 1, 5]>::from_slice(&case.input(1)).unwrap();
    let v2 = einsum!("fe,edf->ef"; &v0, &v1);
    let v3 = v1.equal(&v2);
    let v4 = Tensor::<i32, shape![4, 1, 5]>::from_vec(case.input(4)).unwrap();
    let v5 = InlineTensor::<i32, shape![1, 4, 5]>::from_slice(&case.input(5)).unwrap();
    let v6 = v3.select(&v4, &v5);
    let v7 = InlineTensor::<i32, shape![3, 4]>::from_slice(&case.input(7)).unwrap();
    let v8 = einsum!("df,afe->fa"; &v7.view(), &v6.view());
    compare!(case, v8, Tensor<i32, shape![4, 4]>);
}

fn static_175(case: &Case) {
    let v0 = InlineTensor::<i32, shape![1, 2, 5, 0]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.permute::<axes![-1, -2, -3]>();
    let v2 = v1.sum_axes::<axes![-2, -1]>();
    let v3 = Tensor::<i32, shape![2]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("e,cabf->"; &v3.view(), &v2.view());
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn static_177(case: &Case) {
    let v0 = Tensor::<f64, shape![3]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 3]>();
    let v2 = Tensor::<f64, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!(",db->bd"; &v2.view(), &v1.view());
    let v4 = Tensor::<f64, shape![]>::from_vec(case.input(4)).unwrap();
    let v5 = einsum!("ec,->ce"; &v3, &v4);
    let v6 = Tensor::<f64, shape![2, 1]>::from_vec(case.input(6)).unwrap();
    let v7 = v6.matmul(&v5);
    compare!(case, v7, Tensor<f64, shape![2, 3]>);
}

fn mixed_177(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![1, 3]>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = einsum!(",db->bd"; &v2.view(), &v1.view());
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![]>::default(), case.input(4)).unwrap();
    let v5 = einsum!("ec,->ce"; &v3, &v4);
    let v6 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([2, 1]).unwrap(), case.input(6)).unwrap();
    let v7 = v6.matmul(&v5);
    compare!(case, v7);
}

fn static_180(case: &Case) {
    let v0 = Tensor::<f64, shape![5, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = InlineTensor::<f64, shape![4, 2]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("ca,bf->b"; &v3.view(), &v2.view());
    compare!(case, v4, Tensor<f64, shape![5]>);
}

fn static_183(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 + &v2;
    let v4 = Tensor::<f64, shape![1, 7]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.less(&v3);
    compare!(case, v5, Tensor<bool, shape![3, 7]>);
}

fn static_186(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![4]>::from_vec(case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![2, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!("e,af,ae->f"; &v1, &v2, &v0);
    let v4 = InlineTensor::<i32, shape![4, 2, 3]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!("bde,a->dae"; &v4.view(), &v3.view());
    let v6 = v5.argmax_axis::<-3>().map(|place| place as i32);
    compare!(case, v6, Tensor<i32, shape![1, 1, 3]>);
}

fn static_189(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-2>(0);
    let v2 = v1.max_axis::<-1>();
    let v3 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = einsum!("c,fb->cf"; &v2, &v3);
    compare!(case, v4, Tensor<f64, shape![1, 2]>);
}

fn mixed_189(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.index_axis::<-2>(0);
    let v2 = v1.max_axis::<-1>();
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![_, 2]>::try_from([2, 2]).unwrap(), case.input(3)).unwrap();
    let v4 = einsum!("c,fb->cf"; &v2, &v3);
    compare!(case, v4);
}

fn static_192(case: &Case) {
    let v0 = InlineTensor::<bool, shape![5, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let v2 = InlineTensor::scalar(v1.any());
    let v3 = InlineTensor::scalar(v2.any());
    compare!(case, v3, InlineTensor<bool, shape![]>);
}

fn static_193(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3, 2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.max());
    let v2 = &v1 - &v0;
    let v3 = InlineTensor::<f64, shape![2, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    compare!(case, v4, Tensor<f64, shape![2, 3, 2, 3]>);
}

fn static_195(case: &Case) {
    let v0 = Tensor::<f32, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.less(&v0);
    let v3 = v2.any_axis::<-1>();
    compare!(case, v3, Tensor<bool, shape![1]>);
}

fn mixed_195(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.less(&v0);
    let v3 = v2.any_axis::<-1>();
    compare!(case, v3);
}

fn static_198(case: &Case) {
    let v0 = Tensor::<i32, shape![4, 2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-3>(2);
    let v2 = Tensor::<i32, shape![2]>::from_vec(case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    let v4 = Tensor::scalar(v3.min());
    compare!(case, v4, Tensor<i32, shape![]>);
}

fn mixed_198(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![_, 2, _]>::try_from([4, 2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.index_axis::<-3>(2);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_]>::try_from([2]).unwrap(), case.input(2)).unwrap();
    let v3 = v1.matmul(&v2);
    let v4 = Tensor::scalar(v3.min());
    compare!(case, v4);
}

fn static_201(case: &Case) {
    let v0 = Tensor::<f32, shape![7, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-3>();
    let v2 = v1.swap_axes::<-1, -1>();
    compare!(case, v2, Tensor<f32, shape![1, 3, 3]>);
}

fn mixed_201(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, _, 3]>::try_from([7, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.min_axis::<-3>();
    let v2 = v1.swap_axes::<-1, -1>();
    compare!(case, v2);
}

fn static_204(case: &Case) {
    let v0 = Tensor::<i32, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![2, 3]>::from_slice(&case.input(1)).unwrap();
    let v2 = Tensor::<i32, shape![3, 2]>::from_vec(case.input(2)).unwrap();
    let v3 = einsum!("dc,c,ae->ec"; &v1.view(), &v0.view(), &v2.view());
    let v4 = &v1 / &v3;
    let v5 = v4.insert_axis::<-3>();
    compare!(case, v5, Tensor<i32, shape![1, 2, 3]>);
}

fn static_207(case: &Case) {
    let v0 = Tensor::<bool, shape![4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-1>();
    let v2 = InlineTensor::<f32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f32, shape![3]>);
}

fn static_210(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.argmax()).map(|place| place as i32);
    let v2 = InlineTensor::<i32, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = &v2 - &v1;
    let v4 = Tensor::scalar(v3.sum());
    let v5 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(5)).unwrap();
    let v6 = einsum!(",c->c"; &v4.view(), &v5.view());
    compare!(case, v6, Tensor<i32, shape![3]>);
}

fn static_213(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-2>().map(|place| place as i32);
    let v2 = Tensor::<i32, shape![1, 4]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 + &v1;
    compare!(case, v3, Tensor<i32, shape![1, 4]>);
}

fn mixed_213(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, 4]>::try_from([2, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-2>().map(|place| place as i32);
    let v2 = Tensor::<i32, _>::from_vec_with(<shape![_, 4]>::try_from([1, 4]).unwrap(), case.input(2)).unwrap();
    let v3 = &v2 + &v1;
    compare!(case, v3);
}

fn static_216(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = v1.insert_axis::<-2>();
    let v3 = Tensor::<i32, shape![1]>::from_vec(case.input(3)).unwrap();
    let v4 = v3.minimum(&v2);
    let v5 = v4.remove_axis::<-1>();
    compare!(case, v5, Tensor<i32, shape![1]>);
}

fn mixed_216(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.argmin_axis::<-1>().map(|place| place as i32);
    let v2 = v1.insert_axis::<-2>();
    let v3 = Tensor::<i32, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(3)).unwrap();
    let v4 = v3.minimum(&v2);
    let v5 = v4.remove_axis::<-1>();
    compare!(case, v5);
}

fn static_217(case: &Case) {
    let v0 = InlineTensor::<f32, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = InlineTensor::scalar(v1.var());
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![1, 1]>();
    compare!(case, v3, InlineTensor<f32, shape![1, 1]>);
}

fn static_219(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-2, dim!(1)>(2);
    let v2 = InlineTensor::<i32, shape![1, 1]>::from_slice(&case.input(2)).unwrap();
    let v3 = Tensor::<i32, shape![1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    let v5 = Tensor::<i32, shape![3, 1]>::from_vec(case.input(5)).unwrap();
    let v6 = &v4 * &v5;
    compare!(case, v6, Tensor<i32, shape![3, 1]>);
}

fn static_222(case: &Case) {
    let v0 = Tensor::<bool, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.index_axis::<-1>(0);
    let v2 = Tensor::<f32, shape![]>::from_vec(case.input(2)).unwrap();
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f32, shape![]>);
}

fn mixed_222(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.index_axis::<-1>(0);
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(2)).unwrap();
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4);
}

fn static_223(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 4, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2, 4, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 - &v0;
    let v3 = v2.var_axes::<axes![-3, -1]>();
    let v4 = &v2 + &v3;
    compare!(case, v4, Tensor<f64, shape![2, 4, 5]>);
}

fn static_225(case: &Case) {
    let v0 = Tensor::<i32, shape![5, 5, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![5, 5]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!("feb,ef->f"; &v0, &v1);
    let v3 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(3)).unwrap();
    let v4 = &v2 + &v3;
    let v5 = &v4 - &v3;
    let v6 = v5.maximum(&v3);
    compare!(case, v6, Tensor<i32, shape![5]>);
}

fn static_228(case: &Case) {
    let v0 = InlineTensor::<bool, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(2)).unwrap();
    let v3 = Tensor::<f64, shape![3]>::from_vec(case.input(3)).unwrap();
    let v4 = v1.select(&v2, &v3);
    compare!(case, v4, Tensor<f64, shape![3]>);
}

fn static_231(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![2]>::from_slice(&case.input(1)).unwrap();
    let v2 = v0.matmul(&v1);
    let v3 = Tensor::<f64, shape![7, 1, 4]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.equal(&v3);
    compare!(case, v4, Tensor<bool, shape![7, 2, 4]>);
}

fn static_234(case: &Case) {
    let v0 = Tensor::<i32, shape![4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-2>();
    let v2 = v1.sum_axis::<-1>();
    let v3 = v2.transpose();
    let v4 = &v1 / &v3;
    compare!(case, v4, Tensor<i32, shape![1, 2]>);
}

fn mixed_234(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![4, _]>::try_from([4, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-2>();
    let v2 = v1.sum_axis::<-1>();
    let v3 = v2.transpose();
    let v4 = &v1 / &v3;
    compare!(case, v4);
}

fn static_237(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -2>();
    let v2 = &v1 / &v0;
    let v3 = v2.index_axis::<-2>(1);
    let v4 = Tensor::scalar(v3.var());
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn mixed_237(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, 2]>::try_from([2, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.swap_axes::<-1, -2>();
    let v2 = &v1 / &v0;
    let v3 = v2.index_axis::<-2>(1);
    let v4 = Tensor::scalar(v3.var());
    compare!(case, v4);
}

fn static_240(case: &Case) {
    let v0 = InlineTensor::<bool, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(1)>(3);
    let v2 = v1.all_axis::<-1>();
    let v3 = v2.remove_axis::<-1>();
    compare!(case, v3, InlineTensor<bool, shape![]>);
}

fn static_243(case: &Case) {
    let v0 = Tensor::<f64, shape![5]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f64, shape![]>::from_slice(&case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = v2.index_axis::<-1>(2);
    compare!(case, v3, Tensor<f64, shape![]>);
}

fn mixed_245(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![2, _]>::try_from([2, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-2>(1..2);
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![_, _]>::try_from([2, 3]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.not_equal(&v1);
    compare!(case, v3);
}

fn static_246(case: &Case) {
    let v0 = Tensor::<bool, shape![2, 3, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.all_axis::<-3>();
    let copy2 = v1.to_tensor();
    let v2 = copy2.reshape::<shape![7, 3, 1, 1]>();
    let v3 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(3)).unwrap();
    let v4 = Tensor::<i32, shape![7, 3, 2, 2]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(6)).unwrap();
    let v7 = v5.matmul(&v6);
    compare!(case, v7, Tensor<i32, shape![7, 3, 2]>);
}

fn static_249(case: &Case) {
    let v0 = Tensor::<f32, shape![1, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f32, shape![3, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.not_equal(&v0);
    let v3 = v2.transpose();
    compare!(case, v3, Tensor<bool, shape![5, 3]>);
}

fn mixed_249(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, 5]>::try_from([1, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![_, 1]>::try_from([3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.not_equal(&v0);
    let v3 = v2.transpose();
    compare!(case, v3);
}

fn static_252(case: &Case) {
    let v0 = Tensor::<f64, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![5, 2]>();
    let v2 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(2)).unwrap();
    let v3 = &v2 * &v1;
    let v4 = Tensor::<f64, shape![1, 5, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    compare!(case, v5, Tensor<f64, shape![1, 5, 2]>);
}

fn mixed_252(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_, _]>::try_from([5, 2]).unwrap());
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([1, 1]).unwrap(), case.input(2)).unwrap();
    let v3 = &v2 * &v1;
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![1, 5, 1]>::try_from([1, 5, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = &v4 / &v3;
    compare!(case, v5);
}

fn static_255(case: &Case) {
    let v0 = Tensor::<bool, shape![1, 2, 4, 1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 2, 4, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = InlineTensor::<f64, shape![]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = v2.equal(&v3);
    compare!(case, v4, Tensor<bool, shape![1, 2, 4, 2]>);
}

fn static_258(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.min_axis::<-2>();
    let v2 = Tensor::<f64, shape![1]>::from_vec(case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    let v4 = v3.narrow::<-1, dim!(3)>(1);
    compare!(case, v4, Tensor<f64, shape![3]>);
}

fn mixed_258(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![2, 4]>::try_from([2, 4]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.min_axis::<-2>();
    let v2 = Tensor::<f64, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.matmul(&v1);
    let v4 = v3.slice_axis::<-1>(1..4);
    compare!(case, v4);
}

fn static_260(case: &Case) {
    let v0 = Tensor::<bool, shape![1]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.all());
    let v2 = Tensor::scalar(v1.any());
    let v3 = Tensor::scalar(v2.any());
    compare!(case, v3, Tensor<bool, shape![]>);
}

fn mixed_260(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.all());
    let v2 = Tensor::scalar(v1.any());
    let v3 = Tensor::scalar(v2.any());
    compare!(case, v3);
}

fn static_261(case: &Case) {
    let v0 = InlineTensor::<f64, shape![3, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![1, 3, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.greater_equal(&v0);
    let v3 = v2.narrow::<-2, dim!(3)>(0);
    compare!(case, v3, Tensor<bool, shape![1, 3, 2]>);
}

fn static_264(case: &Case) {
    let v0 = InlineTensor::<f64, shape![]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![]>();
    let v2 = v1.broadcast_to::<shape![]>();
    let v3 = InlineTensor::scalar(v2.argmax()).map(|place| place as i32);
    compare!(case, v3, InlineTensor<i32, shape![]>);
}

fn mixed_265(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![4, 4, _]>::try_from([4, 4, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.max());
    let v2 = v1.maximum(&v0);
    compare!(case, v2);
}

fn mixed_266(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::scalar(v0.argmin()).map(|place| place as i32);
    let v2 = v1.insert_axis::<-1>();
    compare!(case, v2);
}

fn static_267(case: &Case) {
    let v0 = Tensor::<i32, shape![2]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![2, 1, 1]>();
    let v4 = v3.less(&v0);
    compare!(case, v4, Tensor<bool, shape![2, 1, 2]>);
}

fn mixed_267(case: &Case) {
    let v0 = Tensor::<i32, _>::from_vec_with(<shape![2]>::try_from([2]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<i32, _>::from_vec_with(<shape![]>::default(), case.input(1)).unwrap();
    let v2 = &v0 * &v1;
    let copy3 = v2.to_tensor();
    let v3 = copy3.reshape::<shape![2, 1, 1]>();
    let v4 = v3.less(&v0);
    compare!(case, v4);
}

fn static_270(case: &Case) {
    let v0 = Tensor::<bool, shape![3, 3, 4]>::from_vec(case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![6, 2, 3]>();
    let v2 = v1.narrow::<-3, dim!(2)>(3);
    compare!(case, v2, Tensor<bool, shape![2, 2, 3]>);
}

fn mixed_270(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, _, 4]>::try_from([3, 3, 4]).unwrap(), case.input(0)).unwrap();
    let copy1 = v0.to_tensor();
    let v1 = copy1.reshape::<shape![6, 2, 3]>();
    let v2 = v1.slice_axis::<-3>(3..5);
    compare!(case, v2);
}

fn static_271(case: &Case) {
    let v0 = Tensor::<bool, shape![5, 4, 2]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.any_axes::<axes![-3, -2]>();
    let v2 = v1.all_axis::<-3>();
    let v3 = Tensor::<f32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = Tensor::<f32, shape![1, 1, 1]>::from_vec(case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = v5.min_axes::<axes![-3, -2]>();
    compare!(case, v6, Tensor<f32, shape![1, 1, 2]>);
}

fn mixed_271(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_, 4, 2]>::try_from([5, 4, 2]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.any_axes::<axes![-3, -2]>();
    let v2 = v1.all_axis::<-3>();
    let v3 = Tensor::<f32, _>::from_vec_with(<shape![]>::default(), case.input(3)).unwrap();
    let v4 = Tensor::<f32, _>::from_vec_with(<shape![_, 1, 1]>::try_from([1, 1, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = v5.min_axes::<axes![-3, -2]>();
    compare!(case, v6);
}

fn static_273(case: &Case) {
    let v0 = Tensor::<f64, shape![]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-1>();
    let v2 = &v0 + &v1;
    let v3 = InlineTensor::<f64, shape![3, 1, 3]>::from_slice(&case.input(3)).unwrap();
    let v4 = einsum!("e,adc->"; &v2.view(), &v3.view());
    compare!(case, v4, Tensor<f64, shape![]>);
}

fn static_276(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 3, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 3, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 * &v2;
    let v4 = v1.not_equal(&v3);
    let v5 = v4.all_axis::<-1>();
    compare!(case, v5, Tensor<bool, shape![4, 3, 1]>);
}

fn mixed_276(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![4, _, _]>::try_from([4, 3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, _]>::try_from([4, 3, 3]).unwrap(), case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = &v1 * &v2;
    let v4 = v1.not_equal(&v3);
    let v5 = v4.all_axis::<-1>();
    compare!(case, v5);
}

fn static_279(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![4, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = v2.narrow::<-2, dim!(1)>(3);
    let v4 = v2.minimum(&v3);
    compare!(case, v4, Tensor<i32, shape![4, 3]>);
}

fn static_282(case: &Case) {
    let v0 = InlineTensor::<f32, shape![4]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.insert_axis::<-2>();
    let v2 = v1.sum_axis::<-2>();
    let v3 = v1.minimum(&v2);
    compare!(case, v3, InlineTensor<f32, shape![1, 4]>);
}

fn static_285(case: &Case) {
    let v0 = InlineTensor::<i32, shape![2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.maximum(&v0);
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 / &v3;
    compare!(case, v4, Tensor<i32, shape![2]>);
}

fn static_288(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![2, 2, 5]>::from_slice(&case.input(1)).unwrap();
    let v2 = InlineTensor::<f32, shape![3]>::from_slice(&case.input(2)).unwrap();
    let v3 = einsum!("cae,f,af->fa"; &v1.view(), &v2.view(), &v0.view());
    let v4 = Tensor::<f32, shape![1, 3]>::from_vec(case.input(4)).unwrap();
    let v5 = v4.matmul(&v3);
    let v6 = v5.narrow::<-1, dim!(1)>(0);
    compare!(case, v6, Tensor<f32, shape![1, 1]>);
}

fn static_291(case: &Case) {
    let v0 = InlineTensor::<f64, shape![2, 2]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.matmul(&v0);
    let v3 = Tensor::<f64, shape![2, 2]>::from_vec(case.input(3)).unwrap();
    let v4 = v2.matmul(&v3);
    let v5 = &v4 - &v2;
    compare!(case, v5, Tensor<f64, shape![2]>);
}

fn static_294(case: &Case) {
    let v0 = Tensor::<bool, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.broadcast_to::<shape![3]>();
    let v2 = v1.all_axis::<-1>();
    compare!(case, v2, Tensor<bool, shape![1]>);
}

fn mixed_294(case: &Case) {
    let v0 = Tensor::<bool, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.broadcast_to_with(<shape![_]>::try_from([3]).unwrap());
    let v2 = v1.all_axis::<-1>();
    compare!(case, v2);
}

fn static_297(case: &Case) {
    let v0 = Tensor::<f64, shape![3, 3, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 1, 1]>::from_vec(case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.index_axis::<-2>(1);
    compare!(case, v3, Tensor<f64, shape![3, 5]>);
}

fn mixed_297(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![3, _, 5]>::try_from([3, 3, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_, _, 1]>::try_from([3, 1, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = &v0 - &v1;
    let v3 = v2.index_axis::<-2>(1);
    compare!(case, v3);
}

fn static_300(case: &Case) {
    let v0 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![2, 3]>::from_vec(case.input(1)).unwrap();
    let v2 = v1.equal(&v0);
    let v3 = Tensor::<i32, shape![]>::from_vec(case.input(3)).unwrap();
    let v4 = InlineTensor::<i32, shape![1, 3]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    let v6 = &v4 / &v5;
    compare!(case, v6, Tensor<i32, shape![2, 3]>);
}

fn static_303(case: &Case) {
    let v0 = Tensor::<f32, shape![2, 4]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<f32, shape![1, 1]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v1 + &v0;
    let v3 = v1.equal(&v2);
    let v4 = v3.select(&v2, &v1);
    let v5 = Tensor::<f32, shape![3, 2, 2]>::from_vec(case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    compare!(case, v6, Tensor<f32, shape![3, 2, 4]>);
}

fn static_306(case: &Case) {
    let v0 = Tensor::<i32, shape![2, 7]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![2, 7]>::from_slice(&case.input(1)).unwrap();
    let v2 = &v0 / &v1;
    let v3 = Tensor::<i32, shape![2, 7]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 * &v3;
    let v5 = InlineTensor::<i32, shape![2, 2]>::from_slice(&case.input(5)).unwrap();
    let v6 = v5.matmul(&v4);
    compare!(case, v6, Tensor<i32, shape![2, 7]>);
}

fn static_309(case: &Case) {
    let v0 = Tensor::<f64, shape![7]>::from_vec(case.input(0)).unwrap();
    let v1 = v0.narrow::<-1, dim!(0)>(0);
    let v2 = v1.narrow::<-1, dim!(0)>(0);
    let v3 = v2.narrow::<-1, dim!(0)>(0);
    compare!(case, v3, Tensor<f64, shape![0]>);
}

fn mixed_309(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([7]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.slice_axis::<-1>(0..0);
    let v2 = v1.slice_axis::<-1>(0..0);
    let v3 = v2.slice_axis::<-1>(0..0);
    compare!(case, v3);
}

fn static_312(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3, 4]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![1, 4]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.greater(&v1);
    let v3 = Tensor::<i32, shape![3, 4]>::from_vec(case.input(3)).unwrap();
    let v4 = InlineTensor::<i32, shape![1, 4]>::from_slice(&case.input(4)).unwrap();
    let v5 = v2.select(&v3, &v4);
    compare!(case, v5, Tensor<i32, shape![3, 4]>);
}

fn static_315(case: &Case) {
    let v0 = InlineTensor::<f64, shape![1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![3, 2]>::from_vec(case.input(1)).unwrap();
    let v2 = &v1 / &v0;
    let v3 = Tensor::<f64, shape![1, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v2 * &v3;
    let v5 = v4.narrow::<-1, dim!(1)>(0);
    let v6 = v5.transpose();
    compare!(case, v6, Tensor<f64, shape![1, 3]>);
}

fn static_318(case: &Case) {
    let v0 = Tensor::<bool, shape![3]>::from_vec(case.input(0)).unwrap();
    let v1 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(1)).unwrap();
    let v2 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(2)).unwrap();
    let v3 = v0.select(&v1, &v2);
    let v4 = &v3 - &v2;
    let v5 = Tensor::<i32, shape![3, 3]>::from_vec(case.input(5)).unwrap();
    let v6 = Tensor::<i32, shape![]>::from_vec(case.input(6)).unwrap();
    let v7 = einsum!("cd,f,->fd"; &v5, &v4, &v6);
    compare!(case, v7, Tensor<i32, shape![3, 3]>);
}

fn static_321(case: &Case) {
    let v0 = InlineTensor::<i32, shape![3, 2, 1]>::from_slice(&case.input(0)).unwrap();
    let v1 = v0.remove_axis::<-1>();
    let v2 = v1.min_axis::<-1>();
    let v3 = v2.index_axis::<-2>(1);
    let v4 = InlineTensor::<i32, shape![3]>::from_slice(&case.input(4)).unwrap();
    let v5 = &v4 * &v3;
    compare!(case, v5, InlineTensor<i32, shape![3]>);
}

fn static_324(case: &Case) {
    let v0 = Tensor::<f64, shape![4, 3, 5]>::from_vec(case.input(0)).unwrap();
    let v1 = Tensor::<f64, shape![4, 1, 5]>::from_vec(case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<f64, shape![4, 3, 1]>::from_vec(case.input(3)).unwrap();
    let v4 = &v3 / &v2;
    let v5 = v4.insert_axis::<-2>();
    let v6 = Tensor::<f64, shape![3, 1, 1]>::from_vec(case.input(6)).unwrap();
    let v7 = &v6 * &v5;
    compare!(case, v7, Tensor<f64, shape![4, 3, 1, 5]>);
}

fn mixed_324(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![4, _, _]>::try_from([4, 3, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![4, _, _]>::try_from([4, 1, 5]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.maximum(&v1);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![4, 3, 1]>::try_from([4, 3, 1]).unwrap(), case.input(3)).unwrap();
    let v4 = &v3 / &v2;
    let v5 = v4.insert_axis::<-2>();
    let v6 = Tensor::<f64, _>::from_vec_with(<shape![_, 1, 1]>::try_from([3, 1, 1]).unwrap(), case.input(6)).unwrap();
    let v7 = &v6 * &v5;
    compare!(case, v7);
}

fn static_327(case: &Case) {
    let v0 = InlineTensor::<i32, shape![1]>::from_slice(&case.input(0)).unwrap();
    let v1 = Tensor::<i32, shape![]>::from_vec(case.input(1)).unwrap();
    let v2 = einsum!(",a->"; &v1.view(), &v0.view());
    let v3 = InlineTensor::<i32, shape![1, 2, 5]>::from_slice(&case.input(3)).unwrap();
    let v4 = InlineTensor::<i32, shape![2, 2]>::from_slice(&case.input(4)).unwrap();
    let v5 = einsum!("acd,,cf->fd"; &v3.view(), &v2.view(), &v4.view());
    let v6 = v3.greater(&v5);
    let v7 = Tensor::scalar(v6.all());
    compare!(case, v7, Tensor<bool, shape![]>);
}

fn mixed_330(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _, _, _]>::try_from([4, 3, 1, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![_]>::try_from([3]).unwrap(), case.input(1)).unwrap();
    let v2 = v1.minimum(&v0);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![1]>::try_from([1]).unwrap(), case.input(3)).unwrap();
    let v4 = Tensor::<f64, _>::from_vec_with(<shape![4, _, 1]>::try_from([4, 4, 1]).unwrap(), case.input(4)).unwrap();
    let v5 = einsum!("c,bfa,bdae->f"; &v3, &v4, &v2);
    compare!(case, v5);
}

fn mixed_333(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_, _, _]>::try_from([3, 3, 5]).unwrap(), case.input(0)).unwrap();
    let v1 = v0.sum_axis::<-3>();
    let v2 = Tensor::<f32, _>::from_vec_with(<shape![1, 3, _]>::try_from([1, 3, 5]).unwrap(), case.input(2)).unwrap();
    let v3 = v2.maximum(&v1);
    let v4 = v3.greater_equal(&v1);
    compare!(case, v4);
}

fn mixed_336(case: &Case) {
    let v0 = Tensor::<f64, _>::from_vec_with(<shape![_, _]>::try_from([3, 3]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f64, _>::from_vec_with(<shape![3, _]>::try_from([3, 1]).unwrap(), case.input(1)).unwrap();
    let v2 = v0.minimum(&v1);
    let v3 = Tensor::<f64, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(3)).unwrap();
    let v4 = einsum!("df,b->d"; &v2, &v3);
    compare!(case, v4);
}

fn mixed_339(case: &Case) {
    let v0 = Tensor::<f32, _>::from_vec_with(<shape![_]>::try_from([7]).unwrap(), case.input(0)).unwrap();
    let v1 = Tensor::<f32, _>::from_vec_with(<shape![3]>::try_from([3]).unwrap(), case.input(1)).unwrap();
    let v2 = einsum!("e,b->e"; &v1, &v0);
    let v3 = &v2 + &v1;
    compare!(case, v3);
}
